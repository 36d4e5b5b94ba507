import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { z } from 'zod';
import { dateText, timeText, weekdayText } from '#shared/dates.ts';
import { ApiError } from '#shared/errors.ts';
import { eventName } from '#shared/events/timing.ts';
import { REASON_MAX } from '#shared/staff/reason.schemas.ts';
import type { EventWarning, StaffEventView } from '#shared/staff/events.contract.ts';
import type { EventPlan } from '#shared/staff/events.schemas.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Facts } from '#web/staff/components/data-table.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, HoursText, WeekdayText } from '#web/ui/value-text.tsx';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { TextArea, Checkbox } from '#web/ui/fields.tsx';

type Hours = { startDate: string; endDate: string };
type ConfirmEventProps = {
  question: Question;
  act: 'publish' | 'save' | 'restore';
  /** The hours of an event that is moved. */
  moved?: { before: Hours; after: Hours } | undefined;
  isBusy: boolean;
  onClose(): void;
};

/** What is mailed to ticket holders. */
const TypedChoice = z.object({ reason: z.string().trim(), tellHolders: z.boolean() });

/**
 * Shows the warnings about a command, and repeats it with them confirmed. Ticket holders are mailed unless the user switches that off here.
 */
export function ConfirmEvent({ question, act, moved, isBusy, onClose }: ConfirmEventProps) {
  const { t } = useTranslation(['common', 'staff-events', 'staff']);
  const holders = question.warnings.find((warning) => warning.code === 'holders_told');
  const isMove = holders?.news === 'moved';
  const form = useStaffForm({
    schema: TypedChoice,
    defaultValues: { reason: '', tellHolders: true },
    // Nothing is sent here: the original command is repeated with the choice.
    send: async () => undefined,
    onSent(_, { reason, tellHolders }) {
      const confirmed = question.warnings.map(({ key }) => key);
      question.repeat({ confirmed, ...(isMove && { tellHolders }), ...(reason !== '' && { reason }) });
    },
    leftAfter: (typed) => typed,
  });
  const { value: tellHolders } = form.controlled('tellHolders');
  return (
    <Dialog title={t(`staff-events:confirm.title.${act}`)} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={form.submit} className="mt-5 flex flex-col gap-5">
        <WarningList warnings={question.warnings} />
        {isMove && moved && (
          <Facts
            facts={[
              [t('staff-events:confirm.before'), <HoursOfDay key="before" {...moved.before} />],
              [t('staff-events:confirm.after'), <HoursOfDay key="after" {...moved.after} />],
            ]}
          />
        )}
        {isMove && <Checkbox id="tell-holders" label={t('staff-events:confirm.email')} {...form.control('tellHolders')} />}
        {isMove && !tellHolders && <output className="text-warn">{t('staff-events:confirm.quiet')}</output>}
        {holders && tellHolders && (
          <TextArea
            id="mail-reason"
            label={t('staff:reason')}
            hint={t('staff-events:cancel_reason_hint')}
            rows={3}
            maxLength={REASON_MAX}
            {...form.control('reason')}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={isBusy} pendingLabel={t('staff-events:saving')}>
            {t(`staff-events:confirm.go.${act}`)}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('staff-events:confirm.back')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const HoursOfDay = ({ startDate, endDate }: Hours) => (
  <span>
    <WeekdayText at={startDate} />, <DateText at={startDate} />, <HoursText from={startDate} to={endDate} />
  </span>
);

/** The warnings about an event as sentences. */
export function WarningList({ warnings }: { warnings: readonly EventWarning[] }) {
  const textOf = useWarningText();
  return (
    <ul className="flex flex-col gap-3">
      {warnings.map((warning) => (
        <li key={warning.key} className="flex gap-3">
          <TriangleAlert size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
          <span className="min-w-0 wrap-anywhere">{textOf(warning)}</span>
        </li>
      ))}
    </ul>
  );
}

export function useWarningText(): (warning: EventWarning) => string {
  const { t } = useTranslation(['common', 'staff-events']);
  const { language } = useLanguage();
  return (warning) => {
    switch (warning.code) {
      case 'evening_taken': {
        const { startDate, endDate } = warning.night;
        const date = `${weekdayText(startDate, t)}, ${dateText(startDate, language, t)}`;
        const hours = { date, from: timeText(startDate), until: timeText(endDate) };
        return t('staff-events:confirm.evening_taken', { name: eventName(warning.night, language), ...hours });
      }
      case 'too_long':
        return t('staff-events:confirm.too_long', { hours: warning.hours });
      case 'acts_outside': {
        const acts = warning.acts.map(({ name, startDate }) => `${name} (${timeText(startDate)})`).join(', ');
        return t('staff-events:confirm.acts_outside', { acts });
      }
      case 'holders_told':
        return t(`staff-events:confirm.${warning.news}`, { people: warning.people, tickets: warning.tickets });
      case 'past':
      case 'nothing_on_sale':
        return t(`staff-events:confirm.${warning.code}`);
    }
  };
}

type State = StaffEventView['state'];
type Send = (version: number) => Promise<StaffEventView>;
type Options = { reason?: string } & Partial<Pick<Confirmation, 'confirmed'>>;

/** Brings an event into a state. @throws ApiError */
export const changeState = (event: StaffEventView, state: State, { reason, confirmed }: Options = {}): Promise<StaffEventView> =>
  bringInto(event, state, (version) => {
    const body = { version, state, ...(confirmed && { confirmed }), ...(reason !== undefined && { reason }) };
    return staffApi.staffEvents.changeState({ id: event.id, body });
  });

/**
 * Sends the command that brings an event into a state. Other users' changes of texts or hours do not stop it; a change of state does.
 * @throws ApiError
 */
export async function bringInto({ id, version, state: before }: StaffEventView, state: State, send: Send): Promise<StaffEventView> {
  try {
    return await send(version);
  } catch (error) {
    if (!isConflict(error)) throw error;
    const latest = await staffApi.staffEvents.get({ id });
    // The answer was lost, or another user did the same.
    if (latest.state === state) return latest;
    if (latest.state !== before) throw error;
    return send(latest.version);
  }
}

/** What was confirmed: which warnings, and what is mailed to ticket holders. */
export type Confirmation = { confirmed: string[]; tellHolders?: boolean; reason?: string };
export const NOTHING_CONFIRMED: Confirmation = { confirmed: [] };

/** The warnings about a command, and the function that repeats it with them confirmed. */
type Question = { warnings: EventWarning[]; repeat(confirmation: Confirmation): void };

/** Holds the question that must be answered before a command can be repeated. */
export function useConfirmation() {
  const [question, setQuestion] = useState<Question>();
  return {
    question,
    close: () => setQuestion(undefined),
    /** Asks if the failure needs a confirmation; passes any other failure to `onFailed`. */
    ask(failure: unknown, plan: EventPlan, repeat: Question['repeat'], onFailed: (error: unknown) => boolean): boolean {
      if (!isToConfirm(failure)) return onFailed(failure);
      staffApi.staffEvents.warnings(plan).then(
        ({ warnings }) => (warnings.length > 0 ? setQuestion({ warnings, repeat }) : onFailed(failure)),
        () => onFailed(failure),
      );
      return true;
    },
  };
}

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.body.code === 'conflict';
export const isToConfirm = (error: unknown): boolean => error instanceof ApiError && error.body.code === 'night_to_confirm';
