import { useEffect, useEffectEvent, useState } from 'react';
import { fullName } from '#shared/accounts/account-rules.ts';
import type { Status } from '#shared/constants.ts';
import { ApiError } from '#shared/errors.ts';
import type { StatusChange } from '#shared/staff/guests.schemas.ts';
import type { WaitingGuest } from '#shared/staff/guests.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { isTyping } from '#web/staff/components/is-typing.ts';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi, usePages } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';

type Decision = { status: Status; reason: string; tellGuest: boolean; sendReason: boolean };
type Change = { guest: WaitingGuest; body: StatusChange };

/** The verification queue of one status: the current guest, the decision, and the undo of the last decision. */
export function useVerification(status: Status, onCount: () => void) {
  const { t } = useTranslation(['common', 'staff-guests', 'accounts', 'errors', 'staff']);
  const pages = usePages(['desk', status], (before, signal) => staffApi.guests.queue({ status, before }, { signal }));
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set());
  const [chosen, setChosen] = useState<number>();
  const [last, setLast] = useState<Change>();

  const waiting = pages.items.filter(({ id }) => !gone.has(id));
  const current = waiting.find(({ id }) => id === chosen) ?? waiting.find(({ id }) => !skipped.has(id));
  const mustRead = current === undefined && pages.hasMore;
  useEffect(() => {
    if (mustRead) pages.more();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- reads one more page whenever nobody is left of those read
  }, [mustRead]);

  const leave = (id: number) => {
    setGone((ids) => new Set(ids).add(id));
    setChosen(undefined);
    onCount();
  };
  // Deciding and undoing share one command, so that a second key press does nothing while the first runs.
  const command = useCommand(({ guest, body }: Change) => changeStatus(guest.id, body));

  const decide = (guest: WaitingGuest, decision: Decision, onDone: () => void) => {
    const change = { guest, body: { ...decision, from: guest.status } };
    command.run(change, {
      onSuccess(outcome) {
        const name = fullName(guest);
        leave(guest.id);
        onDone();
        if (outcome === 'conflict') return toast.warning(t('staff-guests:verification.conflict', { name }));
        setLast(change);
        const undoThis = { label: t('staff:undo'), run: () => undo(change) };
        return toast.success(`${name}: ${t(`accounts:status.${decision.status}`)}`, undoThis);
      },
    });
  };

  const undo = (change = last) => {
    if (!change) return;
    const { guest, body } = change;
    command.run(
      { guest, body: { status: guest.status, from: body.status, tellGuest: false } },
      {
        onSuccess(outcome) {
          if (outcome === 'conflict') return toast.warning(t('staff-guests:verification.conflict', { name: fullName(guest) }));
          setLast(undefined);
          setGone((ids) => new Set([...ids].filter((id) => id !== guest.id)));
          setChosen(guest.id);
          onCount();
          return toast.info(t('staff-guests:verification.undone', { name: fullName(guest) }));
        },
      },
    );
  };

  const skip = (id: number) => {
    setSkipped((ids) => new Set(ids).add(id));
    setChosen(undefined);
  };
  const beginAgain = () => setSkipped(new Set());

  return { pages, waiting, current, isBusy: command.isPending, decide, undo: () => undo(), skip, beginAgain, choose: setChosen };
}
export type Verification = ReturnType<typeof useVerification>;

/** Returns `conflict` when another user decided first. */
async function changeStatus(id: number, body: StatusChange): Promise<'done' | 'conflict'> {
  try {
    await staffApi.guests.changeStatus({ id, body });
    return 'done';
  } catch (error) {
    if (error instanceof ApiError && error.body.code === 'conflict') return 'conflict';
    throw error;
  }
}

/** The decisions of the verification, one key each. */
export const DECISIONS = [
  { key: 'V', status: 'Verified' },
  { key: 'R', status: 'Rejected' },
  { key: 'W', status: 'Welcomed_Guest' },
  { key: 'C', status: 'Check_Later' },
  { key: 'U', status: 'Unverified' },
] as const satisfies readonly { key: string; status: Status }[];

export const SKIP_KEY = 'S';
export const UNDO_KEY = 'Z';

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;

/** Returns the Latin letter of a key pressed without modifiers; on a Georgian keyboard the one at the same place. */
export function letterOf({ key, code, ctrlKey, metaKey, altKey, repeat }: Press): string | undefined {
  if (ctrlKey || metaKey || altKey || repeat) return undefined;
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  return key.length === 1 ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
}

/** Keys for the whole section, ignored while the user types and while a dialog is open. */
export function useLetters(onLetter: (letter: string) => unknown): void {
  const press = useEffectEvent(onLetter);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const letter = letterOf(event);
      if (letter === undefined || isTyping(event.target) || document.querySelector('[role=dialog]')) return;
      press(letter);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
