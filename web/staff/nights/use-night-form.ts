import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { z } from 'zod';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import type { NightFields } from '#shared/staff/nights.schemas.ts';
import { useStaffForm } from '#web/staff/parts/staff-form.ts';
import { type Confirmation, isToConfirm, NOTHING_CONFIRMED, useConfirmation } from './confirm-night.tsx';
import { useInlineFailure } from './inline-failure.ts';
import { differingFields, type NightField, SentNight, TypedNight, typedNight } from './typed-night.ts';

/** What is typed, and `base`: what was saved when typing began. */
const NightDraft = TypedNight.extend({ base: TypedNight });
type NightDraft = z.infer<typeof NightDraft>;

const SentDraft = NightDraft.transform((draft): TypedNight => draft).pipe(SentNight);
/** The shape in which the release before stored its drafts, which may still lie in an open tab. */
const OldDraft = z.object({ typed: TypedNight, base: TypedNight }).transform(({ typed, base }): NightDraft => ({ ...typed, base }));
const KeptDraft = NightDraft.or(OldDraft).refine(({ base, ...typed }) => differingFields(typed, base).length > 0);

/** What somebody else saved while this form was open: fields that both changed, and fields that were taken over. */
type RemoteChange = { by: string | null; at: string; clashes: NightField[]; taken: NightField[] };

/** Which button was pressed, and what was confirmed about the warnings. */
export type SaveChoice = { publish: boolean; confirmation: Confirmation };

type NightFormOptions = {
  /** Names the draft in this tab. */
  name: string;
  fresh: TypedNight;
  /** A night that exists already. */
  night?: StaffNightView;
  /** `merge` takes what others saved meanwhile, and returns what is sent over it; nothing when their changes must be looked at first. */
  send(fields: NightFields, choice: SaveChoice, merge: (latest: StaffNightView) => NightFields | undefined): Promise<StaffNightView>;
  onSaved(night: StaffNightView, publish: boolean): void;
};

const SAVE: SaveChoice = { publish: false, confirmation: NOTHING_CONFIRMED };
/** A try stays a try when the values under it change. */
const KEEP = { keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true };

/**
 * The form of a night. What is typed outlives a reload of the tab, what others save meanwhile is merged into it, and what must be confirmed
 * before it is saved is asked.
 */
export function useNightForm({ name, fresh, night, send, onSaved }: NightFormOptions) {
  const [remote, drawRemote] = useState<RemoteChange>();
  // A save that is under way still sees the render it began in, so what it decides by is kept here.
  const latestRemote = useRef<RemoteChange>(undefined);
  const setRemote = (next: RemoteChange | undefined) => {
    latestRemote.current = next;
    drawRemote(next);
  };
  const { question, ask, close } = useConfirmation();
  const inline = useInlineFailure();
  const { form, ...staffForm } = useStaffForm<NightDraft, NightFields, StaffNightView, SaveChoice>({
    schema: SentDraft,
    defaultValues: { ...fresh, base: fresh },
    draft: { name: `night-${name}`, schema: KeptDraft },
    send: (fields, _, choice = SAVE) => send(fields, choice, mergeToSend),
    onSent(saved, _, { publish } = SAVE) {
      begin(typedNight(saved));
      close();
      onSaved(saved, publish);
    },
    onFailed(error, { day, from, until, isComingSoon }, { publish } = SAVE): boolean {
      if (isToConfirm(error)) inline.clear();
      const plan = { ...(night && { id: night.id }), day, from, until, isComingSoon };
      return ask(error, plan, (confirmation) => repeat({ publish, confirmation }), inline.onFailed);
    },
  });
  const [isRestored, setIsRestored] = useState(staffForm.isRestored);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used here
  const { base, ...typed } = form.watch();

  const submit = (choice: SaveChoice) => {
    inline.clear();
    staffForm.submit(undefined, choice);
  };
  /** Confirming the warnings is no answer to changes by others that came meanwhile. */
  const repeat = (choice: SaveChoice) => (latestRemote.current?.clashes.length ? close() : submit(choice));
  const begin = (saved: TypedNight) => {
    form.reset({ ...saved, base: saved });
    setRemote(undefined);
    setIsRestored(false);
    inline.clear();
  };
  /** Merges what others saved into what is typed; returns what must be shown of it. */
  const merge = (latest: StaffNightView): RemoteChange | undefined => {
    const { base: before, ...mine } = form.getValues();
    const saved = typedNight(latest);
    const merged = mergeTyped(mine, before, saved);
    form.reset({ ...merged.typed, base: saved }, KEEP);
    const shown = latestRemote.current;
    const clashes = union(shown?.clashes, merged.clashes).filter((field) => merged.typed[field] !== saved[field]);
    const taken = union(shown?.taken, merged.taken);
    const next = clashes.length + taken.length > 0 ? { by: latest.changedBy, at: latest.changedAt, clashes, taken } : undefined;
    setRemote(next);
    if (clashes.length > 0) close();
    return next;
  };
  const mergeToSend = (latest: StaffNightView): NightFields | undefined => {
    if (merge(latest)) return undefined;
    const { data } = SentDraft.safeParse(form.getValues());
    // Something was typed meanwhile that cannot be sent: it is marked.
    if (!data) void form.trigger();
    return data;
  };
  const mergeRestored = useEffectEvent(() => {
    if (isRestored && night) merge(night);
  });
  useEffect(() => mergeRestored(), []);

  return {
    ...staffForm,
    form,
    base,
    typed,
    remote,
    isRestored,
    isDirty: differingFields(typed, base).length > 0,
    inline,
    question,
    close,
    save: (publish: boolean) => submit({ ...SAVE, publish }),
    /** Back to what is saved. */
    drop: () => begin(base),
    begin: (saved: StaffNightView) => begin(typedNight(saved)),
    merge,
    decide(field: NightField, whose: 'mine' | 'theirs') {
      if (whose === 'theirs') form.reset({ ...typed, [field]: base[field], base }, KEEP);
      const clashes = remote?.clashes.filter((each) => each !== field) ?? [];
      setRemote(remote && clashes.length > 0 ? { ...remote, clashes } : undefined);
    },
  };
}

export type NightForm = ReturnType<typeof useNightForm>;

const union = (some: readonly NightField[] = [], others: readonly NightField[]): NightField[] => [...new Set([...some, ...others])];

type Merge = {
  typed: TypedNight;
  /** Both changed it, and not to the same. */
  clashes: NightField[];
  /** Only the other one changed it. */
  taken: NightField[];
};

/** A three-way merge of what is typed and what somebody else saved; `base` is what both began with. Clashes keep what is typed. */
export function mergeTyped(typed: TypedNight, base: TypedNight, theirs: TypedNight): Merge {
  const mine = differingFields(typed, base);
  const changed = differingFields(theirs, base);
  const taken = changed.filter((field) => !mine.includes(field));
  return {
    typed: { ...typed, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) },
    clashes: changed.filter((field) => mine.includes(field) && typed[field] !== theirs[field]),
    taken,
  };
}
