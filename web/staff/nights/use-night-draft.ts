import { useEffect, useState } from 'react';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { type NightField, TEXT_FIELDS, typedNight, type TypedNight } from './typed-night.ts';

/** Somebody else's change that came while this form was open. */
type News = { by: string | null; at: string; clashes: NightField[]; taken: NightField[] };

type Draft = { typed: TypedNight; base: TypedNight; news: News | undefined; isKept: boolean };

export type NightDraft = Draft & {
  isDirty: boolean;
  change(part: Partial<TypedNight>): void;
  /** Back to what is saved. */
  drop(): void;
  /** Begins anew from what was just saved. */
  saved(night: StaffNightView): void;
  /** Takes in what others saved; answers what there is to tell, if anything. */
  learn(night: StaffNightView): News | undefined;
  decide(field: NightField, whose: 'mine' | 'theirs'): void;
};

/** What is typed about a night. It outlives a reload of the tab and is brought onto what others save meanwhile. */
export function useNightDraft(name: string, fresh: TypedNight, night?: StaffNightView): NightDraft {
  const key = `staff-draft:night:${name}`;
  const [draft, setDraft] = useState<Draft>(() => begin(stored(key), fresh, night));
  const isDirty = differ(draft.typed, draft.base);
  useEffect(() => store(key, isDirty ? { typed: draft.typed, base: draft.base } : undefined), [key, isDirty, draft.typed, draft.base]);
  return {
    ...draft,
    isDirty,
    change: (part) => setDraft((now) => ({ ...now, typed: { ...now.typed, ...part } })),
    drop: () => setDraft((now) => ({ typed: now.base, base: now.base, news: undefined, isKept: false })),
    saved(saved) {
      const typed = typedNight(saved);
      // At once: the form may be left before it is drawn again.
      store(key, undefined);
      setDraft({ typed, base: typed, news: undefined, isKept: false });
    },
    learn(latest) {
      const next = onto(draft, latest);
      setDraft(next);
      return next.news;
    },
    decide: (field, whose) => setDraft((now) => decided(now, field, whose)),
  };
}

function begin(kept: Pick<Draft, 'typed' | 'base'> | undefined, fresh: TypedNight, night: StaffNightView | undefined): Draft {
  if (!kept) return { typed: fresh, base: fresh, news: undefined, isKept: false };
  const draft = { ...kept, news: undefined, isKept: true };
  return night ? onto(draft, night) : draft;
}

function onto(draft: Draft, latest: StaffNightView): Draft {
  const base = typedNight(latest);
  const { typed, clashes, taken } = mergeTyped(draft.typed, draft.base, base);
  const open = [...new Set([...(draft.news?.clashes ?? []), ...clashes])].filter((field) => typed[field] !== base[field]);
  const told = [...new Set([...(draft.news?.taken ?? []), ...taken])];
  const news = open.length + told.length > 0 ? { by: latest.changedBy, at: latest.changedAt, clashes: open, taken: told } : undefined;
  return { ...draft, typed, base, news };
}

function decided({ typed, base, news, isKept }: Draft, field: NightField, whose: 'mine' | 'theirs'): Draft {
  const left = news && { ...news, clashes: news.clashes.filter((each) => each !== field) };
  return {
    typed: whose === 'mine' ? typed : { ...typed, [field]: base[field] },
    base,
    news: left && left.clashes.length > 0 ? left : undefined,
    isKept,
  };
}

const differ = (a: TypedNight, b: TypedNight): boolean =>
  a.isComingSoon !== b.isComingSoon || TEXT_FIELDS.some((field) => a[field] !== b[field]);

const isTyped = (value: unknown): value is TypedNight =>
  typeof value === 'object' &&
  value !== null &&
  'isComingSoon' in value &&
  typeof value.isComingSoon === 'boolean' &&
  TEXT_FIELDS.every((field) => field in value && typeof Object.getOwnPropertyDescriptor(value, field)?.value === 'string');

/** Storage can be full, forbidden or hold an older shape: then nothing is kept. */
function stored(key: string): Pick<Draft, 'typed' | 'base'> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('typed' in kept) || !('base' in kept)) return undefined;
    return isTyped(kept.typed) && isTyped(kept.base) ? { typed: kept.typed, base: kept.base } : undefined;
  } catch {
    return undefined;
  }
}

function store(key: string, draft: Pick<Draft, 'typed' | 'base'> | undefined): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // It stays on the screen.
  }
}

type Values = Record<string, unknown>;

type Merge<T> = {
  typed: T;
  /** Both changed it, and not to the same. */
  clashes: (keyof T)[];
  /** Only the other one changed it. */
  taken: (keyof T)[];
};

/** Brings what is typed onto what somebody else saved meanwhile; `base` is what both began with. Clashes keep what is typed. */
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
