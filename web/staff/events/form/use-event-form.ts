import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { z } from 'zod';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import type { EventFields } from '#shared/staff/events.schemas.ts';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { useInlineFailure } from '#web/staff/components/use-command.ts';
import { type Confirmation, isToConfirm, NOTHING_CONFIRMED, useConfirmation } from '#web/staff/events/confirm-event.tsx';
import { differingFields, type EventField, SentEvent, TypedEvent, typedEvent } from './typed-event.ts';

/** The input, and `base`: the saved values when typing began. */
const EventDraft = TypedEvent.extend({ base: TypedEvent });
type EventDraft = z.infer<typeof EventDraft>;

const SentDraft = EventDraft.transform((draft): TypedEvent => draft).pipe(SentEvent);
const StoredDraft = EventDraft.refine(({ base, ...typed }) => differingFields(typed, base).length > 0);

/** What another user saved while this form was open: fields that both changed, and fields that were taken over. */
type RemoteChange = { by: string | null; at: string; clashes: EventField[]; taken: EventField[] };

/** The pressed button, and what was confirmed about the warnings. */
export type SaveChoice = { publish: boolean; confirmation: Confirmation };

type EventFormOptions = {
  /** Names the draft in this tab. */
  name: string;
  fresh: TypedEvent;
  /** A new event begins with a ticket type on sale. */
  isSelling?: boolean;
  /** An event that exists already. */
  event?: StaffEventView;
  /** `merge` takes the version that others saved, and returns the one to send over; undefined when their changes must be shown first. */
  send(fields: EventFields, choice: SaveChoice, merge: (latest: StaffEventView) => EventFields | undefined): Promise<StaffEventView>;
  onSaved(event: StaffEventView, publish: boolean): void;
};

const SAVE: SaveChoice = { publish: false, confirmation: NOTHING_CONFIRMED };
/** Errors and the submitted state survive a change of the values. */
const KEEP = { keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true };

/** The form of an event. Input survives a reload of the tab, changes by others are merged, and warnings must be confirmed before saving. */
export function useEventForm({ name, fresh, isSelling, event, send, onSaved }: EventFormOptions) {
  const [remote, drawRemote] = useState<RemoteChange>();
  // A running save still sees the render in which it began, so the values it depends on are in refs.
  const latestRemote = useRef<RemoteChange>(undefined);
  const setRemote = (next: RemoteChange | undefined) => {
    latestRemote.current = next;
    drawRemote(next);
  };
  const { question, ask, close } = useConfirmation();
  const inline = useInlineFailure();
  const { form, ...staffForm } = useStaffForm<EventDraft, EventFields, StaffEventView, SaveChoice>({
    schema: SentDraft,
    defaultValues: { ...fresh, base: fresh },
    draft: { name: `night-${name}`, schema: StoredDraft },
    send: (fields, _, choice = SAVE) => send(fields, choice, mergeToSend),
    onSent(saved, _, { publish } = SAVE) {
      begin(typedEvent(saved));
      close();
      onSaved(saved, publish);
    },
    onFailed(error, { day, from, until, isComingSoon }, { publish } = SAVE): boolean {
      if (isToConfirm(error)) inline.clear();
      const plan = { ...(event ? { id: event.id } : { isSelling }), day, from, until, isComingSoon };
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
  /** Confirming the warnings does not decide about later changes by others. */
  const repeat = (choice: SaveChoice) => (latestRemote.current?.clashes.length ? close() : submit(choice));
  const begin = (saved: TypedEvent) => {
    form.reset({ ...saved, base: saved });
    setRemote(undefined);
    setIsRestored(false);
    inline.clear();
  };
  /** Merges what others saved into the input; returns what must be shown of it. */
  const merge = (latest: StaffEventView): RemoteChange | undefined => {
    const { base: before, ...mine } = form.getValues();
    const saved = typedEvent(latest);
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
  const mergeToSend = (latest: StaffEventView): EventFields | undefined => {
    if (merge(latest)) return undefined;
    const { data } = SentDraft.safeParse(form.getValues());
    // The input has become invalid: its field is marked.
    if (!data) void form.trigger();
    return data;
  };
  const mergeRestored = useEffectEvent(() => {
    if (isRestored && event) merge(event);
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
    /** Resets the form to the saved values. */
    drop: () => begin(base),
    begin: (saved: StaffEventView) => begin(typedEvent(saved)),
    merge,
    decide(field: EventField, whose: 'mine' | 'theirs') {
      if (whose === 'theirs') form.reset({ ...typed, [field]: base[field], base }, KEEP);
      const clashes = remote?.clashes.filter((each) => each !== field) ?? [];
      setRemote(remote && clashes.length > 0 ? { ...remote, clashes } : undefined);
    },
  };
}

export type EventForm = ReturnType<typeof useEventForm>;

const union = (some: readonly EventField[] = [], others: readonly EventField[]): EventField[] => [...new Set([...some, ...others])];

type Merge = {
  typed: TypedEvent;
  /** Fields that both changed, to different values. */
  clashes: EventField[];
  /** Fields that only the other person changed. */
  taken: EventField[];
};

/** A three-way merge of the input and what another user saved; `base` is the common origin. Clashes keep the typed values. */
export function mergeTyped(typed: TypedEvent, base: TypedEvent, theirs: TypedEvent): Merge {
  const mine = differingFields(typed, base);
  const changed = differingFields(theirs, base);
  const taken = changed.filter((field) => !mine.includes(field));
  return {
    typed: { ...typed, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) },
    clashes: changed.filter((field) => mine.includes(field) && typed[field] !== theirs[field]),
    taken,
  };
}
