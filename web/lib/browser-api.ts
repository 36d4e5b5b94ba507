import { useSyncExternalStore } from 'react';
import { createApi } from '#shared/api.ts';
import { confirmation, withConfirmation } from './confirmation.ts';
import { createFetchSend, withSession } from './fetch-send.ts';
import { createSession } from './session.ts';
import { createTokenStore, idleLimitOf } from './token-store.ts';

const send = createFetchSend();
const bare = createApi((request) => send(request, null));

/** The session of this browser. */
export const session = createSession({
  store: createTokenStore(),
  refresh: async () => (await bare.accounts.refresh()).accessToken,
  leave: () => bare.accounts.logout(),
});

/** Sends requests with the user's token, renewed when necessary. */
export const sendUnasked = withSession(send, session);

/** Sends requests as `sendUnasked` does, and asks the user for a confirmation where the server requires one. */
export const sendAsUser = withConfirmation(sendUnasked, confirmation);

/** The API for buttons and forms; loaders are given theirs. */
export const api = createApi(sendAsUser);

/** Both are false on the server and in the first paint, which must match. `isStaff`: the session ends when it is idle for too long. */
export function useSession(): { isSignedIn: boolean; isStaff: boolean } {
  const token = useSyncExternalStore(session.subscribe, session.token, () => null);
  return { isSignedIn: token !== null, isStaff: token !== null && idleLimitOf(token) !== undefined };
}
