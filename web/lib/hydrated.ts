import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and for the first paint in the browser, which must equal the server's; true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
