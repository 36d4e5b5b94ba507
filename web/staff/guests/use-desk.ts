import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '#shared/accounts/full-name.ts';
import type { Status } from '#shared/constants.ts';
import { ApiError } from '#shared/errors.ts';
import type { WaitingGuest } from '#shared/staff/guests.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { usePages } from '#web/staff/query.ts';
import { staffApi } from '#web/staff/staff-api.ts';

type Decision = { status: Status; reason: string; tellGuest: boolean; sendReason: boolean };
type Decided = { guest: WaitingGuest; status: Status };

/** The queue of one status: who is next, what was decided, and the way back from the last decision. */
export function useDesk(status: Status, onCount: () => void) {
  const { t } = useTranslation(['common', 'staff-guests', 'accounts', 'errors']);
  const pages = usePages(['desk', status], (before, signal) => staffApi.guests.queue({ status, before }, { signal }));
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set());
  const [chosen, setChosen] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const last = useRef<Decided>(undefined);

  const waiting = pages.items.filter(({ id }) => !gone.has(id));
  const current = waiting.find(({ id }) => id === chosen) ?? waiting.find(({ id }) => !skipped.has(id));
  const mustRead = current === undefined && pages.hasMore;
  useEffect(() => {
    if (mustRead) pages.more();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a page more whenever nobody is left of those read
  }, [mustRead]);

  const leave = (id: number) => {
    setGone((ids) => new Set(ids).add(id));
    setChosen(undefined);
    onCount();
  };

  /** One at a time: whether it was done. A second key while the first is on its way is nobody's decision. */
  const alone = async (work: () => Promise<void>): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      toast.error(errorText(error, t));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const decide = (guest: WaitingGuest, decision: Decision) =>
    alone(async () => {
      const name = fullName(guest);
      try {
        await staffApi.guests.changeStatus({ id: guest.id, body: { ...decision, from: guest.status } });
      } catch (error) {
        if (!(error instanceof ApiError) || error.body.code !== 'conflict') throw error;
        toast.warning(t('staff-guests:desk.conflict', { name }));
        return leave(guest.id);
      }
      last.current = { guest, status: decision.status };
      leave(guest.id);
      toast.success(`${name}: ${t(`accounts:status.${decision.status}`)}`, { label: t('staff-guests:desk.undo'), run: undo });
    });

  const undo = () =>
    void alone(async () => {
      const decided = last.current;
      if (!decided) return;
      const { guest, status: from } = decided;
      await staffApi.guests.changeStatus({ id: guest.id, body: { status: guest.status, from, tellGuest: false } });
      last.current = undefined;
      setGone((ids) => new Set([...ids].filter((id) => id !== guest.id)));
      setChosen(guest.id);
      onCount();
      toast.info(t('staff-guests:desk.undone', { name: fullName(guest) }));
    });

  const skip = (id: number) => {
    setSkipped((ids) => new Set(ids).add(id));
    setChosen(undefined);
  };
  const beginAgain = () => setSkipped(new Set());

  return { pages, waiting, current, isBusy, decide, undo, skip, beginAgain, choose: setChosen };
}
export type Desk = ReturnType<typeof useDesk>;
