import { z } from 'zod';
import { StatusInput } from '#shared/accounts/account.schemas.ts';
import { endpoint } from '#shared/contract.ts';
import { wireId } from '#shared/wire.ts';

export const staffGuestsContract = {
  changeStatus: endpoint('PUT', '/staff/guests/:id/status', 'admin', {
    summary: 'Another status of a guest, told by mail if wanted',
    params: z.object({ id: wireId }),
    body: StatusInput,
    output: StatusInput.pick({ status: true }),
  }),
};
