import { endpoint } from '#shared/contract.ts';
import { empty } from '#shared/wire.ts';
import { AccessTokenView } from './accounts.contract.ts';
import { SetUpLinkInput, SetUpOwnerInput } from './set-up.schemas.ts';

const REFUSED = ['set_up_over', 'set_up_link_wrong'] as const;

/**
 * Creates the first Owner's account with the link that an empty club prints at its start. The token is sent in the body, so that it appears
 * in no log.
 */
export const setUpContract = {
  read: endpoint('POST', '/set-up/read', 'public', {
    summary: 'Get whether the set-up link can still create the first Owner',
    body: SetUpLinkInput,
    output: empty,
    errors: REFUSED,
  }),
  createOwner: endpoint('POST', '/set-up/owner', 'public', {
    summary: 'Create the first Owner, once, and log in: access token in the body, refresh token in a cookie',
    body: SetUpOwnerInput,
    output: AccessTokenView,
    invalidStatus: 422,
    errors: [...REFUSED, 'email_taken'],
  }),
};
