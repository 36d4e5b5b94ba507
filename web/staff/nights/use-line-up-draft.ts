import { useEffect, useState } from 'react';
import { z } from 'zod';
import type { LineUpSlot } from '#shared/staff/nights.schemas.ts';
import { readDraft, storeDraft } from '#web/staff/parts/stored-draft.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { useTranslation } from 'react-i18next';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { isSavedAs, readActs, TypedAct, typedActs } from './typed-line-up.ts';
import { useRefusal } from './use-saving.ts';
import { isConflict } from './confirm-night.tsx';

/** `base`: the hours and the acts that were saved when typing began. */
const Draft = z.object({ acts: z.array(TypedAct), base: z.object({ hours: z.string(), acts: z.string() }) });
type Draft = z.infer<typeof Draft>;
type Base = Draft['base'];

/** The acts as they are typed, over which saved line-up. Both outlive a reload of the tab. */
export function useLineUpDraft(night: StaffNightView) {
  const storedAs = `line-up-${night.id}`;
  const [{ acts, base }, setDraft] = useState(() => readDraft(storedAs, Draft) ?? begun(night));
  const isDirty = plain(acts) !== base.acts;
  useEffect(() => storeDraft(storedAs, isDirty ? { acts, base } : undefined), [storedAs, isDirty, acts, base]);
  const setActs = (next: (all: readonly TypedAct[]) => readonly TypedAct[]) =>
    setDraft((draft) => ({ ...draft, acts: [...next(draft.acts)] }));
  return {
    acts,
    isDirty,
    /** Somebody else saved another line-up, or other hours, since typing began. */
    isBehind: !isSame(base, baseOf(night)),
    isBasedOn: (other: StaffNightView) => isSame(base, baseOf(other)),
    change: (key: number, part: Partial<TypedAct>) => setActs((all) => all.map((act) => (act.key === key ? { ...act, ...part } : act))),
    add: (act: Omit<TypedAct, 'key'>) => setActs((all) => [...all, { ...act, key: nextKey(all) }]),
    remove: (key: number) => setActs((all) => all.filter((act) => act.key !== key)),
    replace: (next: readonly Omit<TypedAct, 'key'>[]) => setActs(() => next.map((act, key) => ({ ...act, key }))),
    /** The same acts in another order; each keeps its key. */
    arrange: (order: (all: readonly TypedAct[]) => TypedAct[]) => setActs(order),
    /** Begins from what is saved; nothing that was typed stays. */
    begin: (saved: StaffNightView) => setDraft(begun(saved)),
    /** What is typed stays, now over what somebody else saved. */
    rebase: (latest: StaffNightView) => setDraft((draft) => ({ ...draft, base: baseOf(latest) })),
  };
}

export type LineUpDraft = ReturnType<typeof useLineUpDraft>;

const begun = (night: StaffNightView): Draft => ({ acts: typedActs(night.lineUps), base: baseOf(night) });
/** Acts are typed as times of the night: another day is the same to them. */
const baseOf = ({ from, until, lineUps }: StaffNightView): Base => ({ hours: `${from} ${until}`, acts: plain(typedActs(lineUps)) });
const isSame = (a: Base, b: Base): boolean => a.hours === b.hours && a.acts === b.acts;

const nextKey = (acts: readonly TypedAct[]): number => Math.max(-1, ...acts.map(({ key }) => key)) + 1;

/** Keys are the editor's own. */
const plain = (acts: readonly TypedAct[]): string =>
  JSON.stringify(acts.map(({ floor, time, artistName, isHeadliner }) => [floor, time, artistName, isHeadliner]));

/** Saves the acts over the version that was read. What somebody else saved meanwhile is handed to `onLatest`, and not overwritten. */
export function useLineUpSaving(draft: LineUpDraft, onLatest: (latest: StaffNightView) => void) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const { refusal, refuse, refuseFields, accept } = useRefusal();

  const begin = (saved: StaffNightView) => {
    onLatest(saved);
    draft.begin(saved);
    accept();
  };
  const send = async (night: StaffNightView, slots: LineUpSlot[]): Promise<StaffNightView | undefined> => {
    try {
      return await staffApi.staffNights.changeLineUp({ id: night.id, body: { version: night.version, slots } });
    } catch (error) {
      if (!isConflict(error)) throw error;
      const latest = await staffApi.staffNights.get({ id: night.id });
      onLatest(latest);
      // The answer was lost on the way: what is saved is what was sent.
      if (isSavedAs(slots, latest)) return latest;
      // Something else of the night was changed, which does not matter here.
      return draft.isBasedOn(latest) ? send(latest, slots) : undefined;
    }
  };
  const command = useCommand(({ night, slots }: { night: StaffNightView; slots: LineUpSlot[] }) => send(night, slots), {
    onSuccess(saved) {
      if (!saved) return;
      begin(saved);
      toast.success(t('staff-nights:saved'));
    },
    onError: refuse,
  });
  const save = (night: StaffNightView) => {
    const read = readActs(draft.acts, night);
    if ('wrong' in read) refuseFields(read.wrong);
    else command.run({ night, slots: read.slots });
  };
  return { refusal, isSaving: command.isPending, save, begin };
}
