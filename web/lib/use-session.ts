import { useSyncExternalStore } from 'react';
import { session } from './browser-api.ts';

/** Whether somebody is signed in. Nobody is on the server and for the first paint, so that both agree. */
export function useSession(): { isSignedIn: boolean } {
  const token = useSyncExternalStore(session.subscribe, session.token, () => null);
  return { isSignedIn: token !== null };
}
