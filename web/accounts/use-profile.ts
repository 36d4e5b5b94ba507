import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProfileView } from '#shared/accounts/account.views.ts';
import { ApiError } from '#shared/errors.ts';
import { api, session } from '#web/lib/browser-api.ts';
import { isAway } from '#web/lib/is-away.ts';
import { toast } from '#web/lib/toast.ts';
import { useLoad } from '#web/lib/use-load.ts';

const LEAVING_MS = 1_000;
/** Longer than this nobody waits for a profile when there is something at hand instead. */
const WAIT_MS = 6_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type OwnProfile = { profile: ProfileView | undefined; keep(profile: ProfileView): void; isAway: boolean; reload(): void };

/**
 * The own profile. When it cannot be had, or has no real id, that is said and the token is cleared (spec §4); without one the guard
 * leads to the login; until it `isKnown` who looks nothing is asked. Without a network the token stays if the screen `canDoWithout`: `isAway`.
 */
export function useProfile(isKnown: boolean, canDoWithout: () => boolean): OwnProfile {
  const { t } = useTranslation(['common', 'accounts']);
  const [saved, setSaved] = useState<ProfileView>();
  const load = async (signal: AbortSignal) => {
    try {
      const limit = canDoWithout() ? AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]) : signal;
      const profile = await api.accounts.me({}, { signal: limit });
      if (!(profile.id > 0)) throw new Error('A profile without an id.');
      return profile;
    } catch (error) {
      // A browser that leaves the page breaks its calls off first: somebody who reloads must not be signed out by that.
      if (error instanceof ApiError && error.status === 0) await pause(LEAVING_MS);
      if (isAway(error) && canDoWithout()) throw error;
      // A screen that was left says nothing, unless it was left because the session ended on this very call.
      if (!signal.aborted || session.token() === null) toast.error(t('accounts:profile.load_failed'));
      if (!signal.aborted) session.signOut();
      throw error;
    }
  };
  const loaded = useLoad(isKnown ? load : undefined, []);
  const profile = saved ?? loaded.data;
  return { profile, keep: setSaved, isAway: !profile && loaded.state === 'failed' && isAway(loaded.error), reload: loaded.reload };
}
