import { z } from 'zod';
import { FLOORS } from '#shared/constants.ts';
import { timeText, toWireTime } from '#shared/dates.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { momentOfAct } from '#shared/events/event-times.ts';
import { writtenTime } from '#shared/events/written-time.ts';
import type { LineUpView } from '#shared/events/events.contract.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { LineUpSlot } from '#shared/staff/events.schemas.ts';
import { toast } from '#web/lib/toast.ts';
import { ShownInForm, useStaffForm } from '#web/staff/components/staff-form.ts';
import { useInlineFailure } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { isConflict } from '#web/staff/events/confirm-event.tsx';

/** An act as typed; `key` identifies it in the editor. */
export const TypedAct = z.object({
  key: z.int(),
  floor: z.literal(FLOORS),
  time: z.string(),
  artistName: z.string(),
  isHeadliner: z.boolean(),
});
export type TypedAct = z.infer<typeof TypedAct>;

/** `base`: the saved hours and acts when the changes began. */
const LineUpDraft = z.object({ acts: z.array(TypedAct), base: z.object({ hours: z.string(), acts: z.string() }) });
type LineUpDraft = z.infer<typeof LineUpDraft>;
type Base = LineUpDraft['base'];

const isChanged = ({ acts, base }: LineUpDraft): boolean => plain(acts) !== base.acts;
const StoredDraft = LineUpDraft.refine(isChanged);

/** The typed acts of an event, and their saving. What another user saved is passed to `onLatest` instead of being overwritten. */
export function useLineUpForm(event: StaffEventView, onLatest: (latest: StaffEventView) => void) {
  const { t } = useTranslation(['common', 'staff-events', 'staff']);
  const inline = useInlineFailure();
  const { form, ...staffForm } = useStaffForm({
    schema: sentLineUp(event),
    defaultValues: begun(event),
    draft: { name: `line-up-${event.id}`, schema: StoredDraft },
    send: (slots): Promise<StaffEventView> => send(event, slots, form.getValues('base')),
    onSent(saved) {
      begin(saved);
      toast.success(t('staff:saved'));
    },
    onFailed: inline.onFailed,
  });
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used here
  const { acts, base } = form.watch();

  /** `typedOver`: the saved state over which these slots were typed. The form may be reset from another before the answer arrives. */
  const send = async (over: StaffEventView, slots: LineUpSlot[], typedOver: Base): Promise<StaffEventView> => {
    try {
      return await staffApi.staffEvents.changeLineUp({ id: over.id, body: { version: over.version, slots } });
    } catch (error) {
      if (!isConflict(error)) throw error;
      const latest = await staffApi.staffEvents.get({ id: over.id });
      onLatest(latest);
      // The answer was lost: the saved state is what was sent.
      if (plain(slots) === baseOf(latest).acts) return latest;
      // Another part of the event was changed, which does not matter here.
      if (isSame(typedOver, baseOf(latest))) return send(latest, slots, typedOver);
      throw new ShownInForm();
    }
  };
  const submit = () => {
    inline.clear();
    staffForm.submit();
  };
  /** Resets the form to what is saved. */
  const begin = (saved: StaffEventView) => {
    onLatest(saved);
    form.reset(begun(saved));
    inline.clear();
  };
  const setActs = (next: (all: TypedAct[]) => TypedAct[]) =>
    form.setValue('acts', next(form.getValues('acts')), { shouldValidate: form.formState.isSubmitted });
  return {
    ...staffForm,
    submit,
    acts,
    inline,
    attempt: `${form.formState.submitCount} ${inline.attempt}`,
    isDirty: isChanged({ acts, base }),
    /** True if another user saved another line-up or other hours since the changes began. */
    isBehind: !isSame(base, baseOf(event)),
    change: (key: number, part: Partial<TypedAct>) => setActs((all) => all.map((act) => (act.key === key ? { ...act, ...part } : act))),
    add: (act: Omit<TypedAct, 'key'>) => setActs((all) => [...all, { ...act, key: nextKey(all) }]),
    remove: (key: number) => setActs((all) => all.filter((act) => act.key !== key)),
    /** Sets other acts, or another order. */
    arrange: setActs,
    begin,
    /** Saves the typed line-up over the other user's. */
    keepMine() {
      form.setValue('base', baseOf(event));
      submit();
    },
  };
}

export type LineUpForm = ReturnType<typeof useLineUpForm>;

/** The line-up as it is sent, in playing order. */
const sentLineUp = (event: StaffEventView) =>
  LineUpDraft.transform(({ acts }, context): LineUpSlot[] => {
    for (const [place, act] of acts.entries()) {
      const moment = momentOf(act, event);
      const { error } = LineUpSlot.safeParse(slotOf(act));
      for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path: ['acts', place, ...path], message });
      if (moment && moment >= new Date(event.endDate))
        context.addIssue({ code: 'custom', path: ['acts', place, 'time'], message: 'validation.time_outside_event' });
    }
    return inPlayingOrder(acts, event).map(slotOf);
  }).pipe(z.array(LineUpSlot));

const slotOf = ({ floor, time, artistName, isHeadliner }: TypedAct): LineUpSlot => ({
  floor,
  time: writtenTime(time) ?? time,
  artistName,
  isHeadliner,
});

const begun = (event: StaffEventView): LineUpDraft => ({ acts: typedActs(event.lineUps), base: baseOf(event) });
/** Acts are compared by time of day, so that moving the event to another day does not change them. */
const baseOf = ({ from, until, lineUps }: StaffEventView): Base => ({ hours: `${from} ${until}`, acts: plain(typedActs(lineUps)) });
const isSame = (a: Base, b: Base): boolean => a.hours === b.hours && a.acts === b.acts;

const nextKey = (acts: readonly TypedAct[]): number => Math.max(-1, ...acts.map(({ key }) => key)) + 1;

/** Compares without the editor's keys. */
const plain = (acts: readonly LineUpSlot[]): string =>
  JSON.stringify(acts.map(({ floor, time, artistName, isHeadliner }) => [floor, time, artistName, isHeadliner]));

type Hours = Pick<StaffEventView, 'startDate' | 'endDate'>;

const typedActs = (lineUps: readonly LineUpView[]): TypedAct[] =>
  lineUps.map(({ floor, startTime, artistName, isHeaderLineUp }, key) => {
    return { key, floor, time: timeText(startTime), artistName, isHeadliner: isHeaderLineUp };
  });

/** Acts in playing order, by stage; those without a time last. */
export function inPlayingOrder(acts: readonly TypedAct[], event: Hours): TypedAct[] {
  const at = (act: TypedAct) => momentOf(act, event)?.getTime() ?? Number.POSITIVE_INFINITY;
  return acts.toSorted((a, b) => a.floor - b.floor || (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0));
}

function momentOf({ time }: Pick<TypedAct, 'time'>, { startDate }: Hours): Date | undefined {
  const written = writtenTime(time);
  return written === undefined ? undefined : momentOfAct(new Date(startDate), written);
}

/** The typed acts in the form of the public screens; `id` is the act's key. An act without a time is left out. */
export const toLineUps = (acts: readonly TypedAct[], event: Hours): LineUpView[] =>
  acts.flatMap((act) => {
    const moment = momentOf(act, event);
    if (!moment) return [];
    const { key, floor, artistName, isHeadliner } = act;
    return [{ id: key, floor, artistName, startTime: toWireTime(moment), isHeaderLineUp: isHeadliner, soundUrl: null }];
  });

/** The time this many minutes later, limited to the event. */
export function shiftedTime(act: TypedAct, minutes: number, event: Hours): string {
  const moment = momentOf(act, event);
  if (!moment) return act.time;
  const last = Date.parse(event.endDate) - 5 * MINUTE_MS;
  const shifted = Math.min(Math.max(moment.getTime() + minutes * MINUTE_MS, Date.parse(event.startDate)), last);
  return timeText(new Date(shifted));
}
