import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { STAFF_ROLES } from '#shared/staff/rights.ts';
import { wireTime } from '#shared/wire.ts';
import { ResetPasswordInput } from './account.schemas.ts';
import { AccessTokenView } from './accounts.contract.ts';
import { JoinTeamInput } from './set-up.schemas.ts';

const TokenInput = ResetPasswordInput.pick({ token: true });
const roles = z.array(z.enum(STAFF_ROLES));
const ENDED = ['invalid_token', 'invitation_used', 'invitation_expired', 'invitation_withdrawn'] as const;

/**
 * The calls of the page behind an invitation link, apart from the main contract because few visitors need them. The token is sent in the
 * body, so that it appears in no log.
 */
export const invitationsContract = {
  read: endpoint('POST', '/invitations/read', 'public', {
    summary: 'Get an invitation’s roles and email',
    body: TokenInput,
    output: z.object({ email: z.string(), roles, invitedBy: z.string(), expiresAt: wireTime }),
    errors: ENDED,
  }),
  accept: endpoint('POST', '/invitations/accept', 'user', {
    summary: 'Accept an invitation sent to the caller’s email; it works once',
    body: TokenInput,
    output: z.object({ roles }),
    creates: true,
    errors: [...ENDED, 'invitation_of_other'],
  }),
  join: endpoint('POST', '/invitations/join', 'public', {
    summary:
      'Create an account with an invitation’s email and roles, once, and log in: access token in the body, refresh token in a cookie',
    body: JoinTeamInput,
    output: AccessTokenView,
    invalidStatus: 422,
    errors: [...ENDED, 'email_taken'],
  }),
};
