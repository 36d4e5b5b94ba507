import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { isSavedAs, readActs, type TypedAct, typedActs } from './typed-line-up.ts';
import { useRefusal } from './use-saving.ts';
import { isConflict } from './night-commands.ts';

/** What typing began from: the hours and the acts that were saved then. */
type Base = { hours: string; acts: string };

/** The acts as they are typed, and what they began from. Both outlive a reload of the tab. */
export function useLineUpDraft(night: StaffNightView) {
  const storageKey = `staff-draft:line-up:${night.id}`;
  const [{ acts, base }, setDraft] = useState(() => stored(storageKey) ?? begun(night));
  const isDirty = plain(acts) !== base.acts;
  useEffect(() => store(storageKey, isDirty ? { acts, base } : undefined), [storageKey, isDirty, acts, base]);
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
    /** What is typed stays, upon what somebody else saved. */
    rebase: (latest: StaffNightView) => setDraft((draft) => ({ ...draft, base: baseOf(latest) })),
  };
}

export type LineUpDraft = ReturnType<typeof useLineUpDraft>;

type Draft = { acts: TypedAct[]; base: Base };

const begun = (night: StaffNightView): Draft => ({ acts: typedActs(night.lineUps), base: baseOf(night) });
/** Acts are typed as times of the night: another day is the same to them. */
const baseOf = ({ from, until, lineUps }: StaffNightView): Base => ({ hours: `${from} ${until}`, acts: plain(typedActs(lineUps)) });
const isSame = (a: Base, b: Base): boolean => a.hours === b.hours && a.acts === b.acts;

const nextKey = (acts: readonly TypedAct[]): number => Math.max(-1, ...acts.map(({ key }) => key)) + 1;

/** Keys are the editor's own. */
const plain = (acts: readonly TypedAct[]): string =>
  JSON.stringify(acts.map(({ floor, time, artistName, isHeadliner }) => [floor, time, artistName, isHeadliner]));

const isAct = (value: unknown): value is TypedAct =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  Number.isSafeInteger(value.key) &&
  'floor' in value &&
  (value.floor === 1 || value.floor === 2) &&
  'time' in value &&
  typeof value.time === 'string' &&
  'artistName' in value &&
  typeof value.artistName === 'string' &&
  'isHeadliner' in value &&
  typeof value.isHeadliner === 'boolean';

const isBase = (value: unknown): value is Base =>
  typeof value === 'object' &&
  value !== null &&
  'hours' in value &&
  typeof value.hours === 'string' &&
  'acts' in value &&
  typeof value.acts === 'string';

/** Storage can be full, forbidden or hold an older shape: then nothing is kept. */
function stored(key: string): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('acts' in kept) || !('base' in kept)) return undefined;
    return Array.isArray(kept.acts) && kept.acts.every(isAct) && isBase(kept.base) ? { acts: kept.acts, base: kept.base } : undefined;
  } catch {
    return undefined;
  }
}

function store(key: string, draft: Draft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // It stays on the screen.
  }
}

/** Sends the acts upon the version that was read, one try at a time. What somebody else saved meanwhile is learnt, not written over. */
export function useLineUpSaving(draft: LineUpDraft, learn: (latest: StaffNightView) => void) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const { refusal, refuse, refuseFields, accept } = useRefusal();
  const [isSaving, setIsSaving] = useState(false);

  const begin = (saved: StaffNightView) => {
    learn(saved);
    draft.begin(saved);
    accept();
  };
  const end = (saved: StaffNightView) => {
    begin(saved);
    toast.success(t('staff-nights:saved'));
  };
  const send = async (upon: StaffNightView): Promise<void> => {
    const read = readActs(draft.acts, upon);
    if ('wrong' in read) return refuseFields(read.wrong);
    const { slots } = read;
    try {
      end(await staffApi.staffNights.changeLineUp({ id: upon.id, body: { version: upon.version, slots } }));
    } catch (error) {
      if (!isConflict(error)) return refuse(error);
      const latest = await staffApi.staffNights.get({ id: upon.id });
      learn(latest);
      // The answer was lost on the way: what stands there is what was sent.
      if (isSavedAs(slots, latest)) return end(latest);
      // Something else of the night was changed: there is nothing to ask.
      if (draft.isBasedOn(latest)) return send(latest);
    }
  };
  const save = async (upon: StaffNightView) => {
    if (isSaving) return;
    setIsSaving(true);
    await send(upon).catch(refuse);
    setIsSaving(false);
  };
  return { refusal, isSaving, save: (upon: StaffNightView) => void save(upon), begin };
}
