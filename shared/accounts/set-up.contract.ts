import { endpoint } from '#shared/contract.ts';
import { empty } from '#shared/wire.ts';
import { AccessTokenView } from './accounts.contract.ts';
import { SetUpLinkInput, SetUpOwnerInput } from './set-up.schemas.ts';

const REFUSED = ['set_up_over', 'set_up_link_wrong'] as const;

/** The first Owner's account, by the link that the start of an empty club prints. The token is in the body, so that no log has it. */
export const setUpContract = {
  read: endpoint('POST', '/set-up/read', 'public', {
    summary: 'Whether the link of the set-up still makes an Owner',
    body: SetUpLinkInput,
    output: empty,
    errors: REFUSED,
  }),
  createOwner: endpoint('POST', '/set-up/owner', 'public', {
    summary: 'Creates the first Owner, once, and logs in: access token in the body, refresh token in a cookie',
    body: SetUpOwnerInput,
    output: AccessTokenView,
    invalidStatus: 422,
    errors: [...REFUSED, 'email_taken'],
  }),
};
