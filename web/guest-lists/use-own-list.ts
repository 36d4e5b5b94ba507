import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createClient } from '#shared/contract.ts';
import { ApiError } from '#shared/errors.ts';
import { ownListContract, type OwnListView } from '#shared/guest-lists/own-list.contract.ts';
import type { AddedNames } from '#shared/staff/guest-lists.contract.ts';
import type { GuestListEntryInput } from '#shared/staff/guest-lists.schemas.ts';
import type { Translate } from '#shared/translate.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { useTranslation } from '#web/ui/translation.tsx';

const { ownList } = createClient({ ownList: ownListContract }, sendAsUser);

export type OwnListCalls = ReturnType<typeof useOwnList>;

/** The guest list of a link, with the calls that change it. Each resolves to the refusal as a sentence, or to undefined on success. */
export function useOwnList(token: string) {
  const { t } = useTranslation(['common', 'lists', 'errors']);
  const { language } = useLanguage();
  const { data: list, error, reload, show } = useLoad((signal) => ownList.read({ body: { token } }, { signal }), [token]);
  const [isPending, setPending] = useState(false);
  const isRunning = useRef(false);
  const key = useRef<{ text: string; value: string }>(undefined);

  const wake = useEffectEvent(() => {
    if (!document.hidden) reload();
  });
  useEffect(() => {
    const look = () => wake();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  const run = async (work: () => Promise<OwnListView>): Promise<string | undefined> => {
    // A press while a call is running is ignored.
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setPending(true);
    try {
      show(await work());
      return undefined;
    } catch (failure) {
      if (failure instanceof ApiError && failure.status !== 0) reload();
      return refusalText(failure, t);
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  };
  /** Names that are sent again are one command until it is answered: a retry after a lost answer adds no name twice. */
  const keyOf = (entries: readonly GuestListEntryInput[]): string => {
    const text = JSON.stringify(entries);
    if (key.current?.text !== text) key.current = { text, value: crypto.randomUUID() };
    return key.current.value;
  };
  return {
    list,
    error,
    reload,
    isPending,
    /** How many names were added, in their order, and why the others were not. */
    add: async (entries: GuestListEntryInput[]) => {
      const idempotencyKey = keyOf(entries);
      let left: AddedNames['refusal'] = null;
      let added = 0;
      const refused = await run(async () => {
        const answer = await ownList.add({ body: { token, entries, language } }, { idempotencyKey });
        ({ added, refusal: left } = answer);
        return answer;
      });
      if (refused === undefined) key.current = undefined;
      return { added, refused: left ? refusalText(new ApiError(409, left), t) : refused };
    },
    change: (entryId: number, plusOnes: number) => run(() => ownList.change({ body: { token, entryId, plusOnes } })),
    remove: (entryId: number) => run(() => ownList.remove({ body: { token, entryId } })),
    bringBack: (entryId: number) => run(() => ownList.bringBack({ body: { token, entryId } })),
  };
}

const OWN_TEXTS = [
  'list_late',
  'list_long',
  'list_allocation',
  'entry_arrived',
  'list_price_ticket',
  'list_email_twice',
  'list_email_refused',
  'list_no_room',
  'not_on_sale',
  'too_many_requests',
  'conflict',
  'event_ended',
] as const;

/** Refusals that have texts of their own here; staff read others. */
function refusalText(failure: unknown, t: Translate): string {
  const code = failure instanceof ApiError ? OWN_TEXTS.find((one) => one === failure.body.code) : undefined;
  if (code === undefined || !(failure instanceof ApiError)) return errorText(failure, t);
  return t(`lists:refused.${code}`, failure.body.params ?? {});
}
