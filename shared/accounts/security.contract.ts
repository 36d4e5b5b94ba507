import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { empty } from '#shared/wire.ts';
import { ChangePasswordInput, SessionView } from './security.schemas.ts';

export const securityContract = {
  changePassword: endpoint('POST', '/auth/change-password', 'user', {
    summary: 'Another password for the caller, who knows the present one; ends all other sessions',
    body: ChangePasswordInput,
    output: empty,
    invalidStatus: 422,
  }),
  sessions: endpoint('GET', '/auth/sessions', 'user', {
    summary: 'Where the caller is logged in, the latest use first',
    output: z.array(SessionView),
  }),
  endSession: endpoint('DELETE', '/auth/sessions/:id', 'user', {
    summary: 'Logs one own device out',
    params: z.object({ id: z.uuid() }),
    output: empty,
  }),
  logoutEverywhere: endpoint('POST', '/auth/logout-everywhere', 'user', {
    summary: 'Ends every session of the caller, this one as well',
    output: empty,
  }),
};
