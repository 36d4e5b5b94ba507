import { useEffect, useState } from 'react';
import { z } from 'zod';
import { readDraft, storeDraft } from '#web/staff/parts/stored-draft.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { type NightField, TEXT_FIELDS, TypedNight, typedNight } from './typed-night.ts';

/** What somebody else saved while this form was open: fields that both changed, and fields that were taken over. */
type RemoteChange = { by: string | null; at: string; clashes: NightField[]; taken: NightField[] };

const Stored = z.object({ typed: TypedNight, base: TypedNight });
/** `base` is what was saved when typing began. */
type Draft = z.infer<typeof Stored> & { remote: RemoteChange | undefined; isRestored: boolean };

export type NightDraft = Draft & {
  isDirty: boolean;
  change(part: Partial<TypedNight>): void;
  /** Back to what is saved. */
  drop(): void;
  /** Begins anew from what was just saved. */
  saved(night: StaffNightView): void;
  /** Merges what others saved into what is typed; returns what must be shown of it. */
  merge(night: StaffNightView): RemoteChange | undefined;
  decide(field: NightField, whose: 'mine' | 'theirs'): void;
};

/** What is typed about a night. It outlives a reload of the tab, and what others save meanwhile is merged into it. */
export function useNightDraft(name: string, fresh: TypedNight, night?: StaffNightView): NightDraft {
  const storedAs = `night-${name}`;
  const [draft, setDraft] = useState<Draft>(() => begin(readDraft(storedAs, Stored), fresh, night));
  const isDirty = differ(draft.typed, draft.base);
  const { typed, base } = draft;
  useEffect(() => storeDraft(storedAs, isDirty ? { typed, base } : undefined), [storedAs, isDirty, typed, base]);
  return {
    ...draft,
    isDirty,
    change: (part) => setDraft((now) => ({ ...now, typed: { ...now.typed, ...part } })),
    drop: () => setDraft((now) => startFrom(now.base)),
    saved(saved) {
      // At once: the form may be left before the next render.
      storeDraft(storedAs, undefined);
      setDraft(startFrom(typedNight(saved)));
    },
    merge(latest) {
      const next = onto(draft, latest);
      setDraft(next);
      return next.remote;
    },
    decide: (field, whose) => setDraft((now) => decided(now, field, whose)),
  };
}

const startFrom = (base: TypedNight): Draft => ({ typed: base, base, remote: undefined, isRestored: false });

function begin(stored: z.infer<typeof Stored> | undefined, fresh: TypedNight, night: StaffNightView | undefined): Draft {
  if (!stored) return startFrom(fresh);
  const draft = { ...stored, remote: undefined, isRestored: true };
  return night ? onto(draft, night) : draft;
}

function onto(draft: Draft, latest: StaffNightView): Draft {
  const base = typedNight(latest);
  const { typed, clashes, taken } = mergeTyped(draft.typed, draft.base, base);
  const open = [...new Set([...(draft.remote?.clashes ?? []), ...clashes])].filter((field) => typed[field] !== base[field]);
  const allTaken = [...new Set([...(draft.remote?.taken ?? []), ...taken])];
  const remote =
    open.length + allTaken.length > 0 ? { by: latest.changedBy, at: latest.changedAt, clashes: open, taken: allTaken } : undefined;
  return { ...draft, typed, base, remote };
}

function decided({ typed, base, remote, isRestored }: Draft, field: NightField, whose: 'mine' | 'theirs'): Draft {
  const left = remote && { ...remote, clashes: remote.clashes.filter((each) => each !== field) };
  return {
    typed: whose === 'mine' ? typed : { ...typed, [field]: base[field] },
    base,
    remote: left && left.clashes.length > 0 ? left : undefined,
    isRestored,
  };
}

const differ = (a: TypedNight, b: TypedNight): boolean =>
  a.isComingSoon !== b.isComingSoon || TEXT_FIELDS.some((field) => a[field] !== b[field]);

type Values = Record<string, unknown>;

type Merge<T> = {
  typed: T;
  /** Both changed it, and not to the same. */
  clashes: (keyof T)[];
  /** Only the other one changed it. */
  taken: (keyof T)[];
};

/** A three-way merge of what is typed and what somebody else saved; `base` is what both began with. Clashes keep what is typed. */
export function mergeTyped<T extends Values>(typed: T, base: T, theirs: T): Merge<T> {
  const fields = Object.keys(theirs) as (keyof T)[];
  const isMine = (field: keyof T) => typed[field] !== base[field];
  const isTheirs = (field: keyof T) => theirs[field] !== base[field];
  return {
    typed: fields.reduce((merged, field) => (isMine(field) ? merged : { ...merged, [field]: theirs[field] }), typed),
    clashes: fields.filter((field) => isMine(field) && isTheirs(field) && typed[field] !== theirs[field]),
    taken: fields.filter((field) => !isMine(field) && isTheirs(field)),
  };
}
