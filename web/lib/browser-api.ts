import { useSyncExternalStore } from 'react';
import { createApi } from '#shared/api.ts';
import { createFetchSend, withSession } from './fetch-send.ts';
import { createSession } from './session.ts';
import { createTokenStore } from './token-store.ts';

const send = createFetchSend();
const bare = createApi((request) => send(request, null));

/** Who is signed in in this browser. */
export const session = createSession({
  store: createTokenStore(),
  refresh: async () => (await bare.accounts.refresh()).accessToken,
});

/** How calls go out: with the token of whoever is signed in, renewed when it must be. */
export const sendAsUser = withSession(send, session);

/** The API for screens: loaders are given theirs, buttons and forms use this one. */
export const api = createApi(sendAsUser);

/** `isSignedIn` is false on the server and for the first paint, so that both agree. */
export function useSession(): { isSignedIn: boolean } {
  const token = useSyncExternalStore(session.subscribe, session.token, () => null);
  return { isSignedIn: token !== null };
}
