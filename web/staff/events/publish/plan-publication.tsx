import { useState } from 'react';
import { z } from 'zod';
import { dateText, timeText, venueDay, weekdayText } from '#shared/dates.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { PublicationInput } from '#shared/staff/events.schemas.ts';
import { daysLater } from '#shared/venue-moments.ts';
import { useNow } from '#web/lib/now.tsx';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { CommandButton, SubmitButton } from '#web/staff/components/command-button.tsx';
import { fromControl, toControl } from '#web/staff/components/moment-text.ts';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { useCommand, useInlineFailure } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { MomentField } from '#web/staff/ui/date-field.tsx';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useConfirmation, WarningList } from '#web/staff/events/confirm-event.tsx';

const PROPOSED_TIME = '18:00';

const TypedPlan = z
  .object({ publishAt: z.string() })
  .transform(({ publishAt }) => ({ publishAt: fromControl(publishAt) ?? '' }))
  .pipe(PublicationInput.pick({ publishAt: true }));

type PlanProps = { event: StaffEventView; onChanged(event: StaffEventView): void };

/** Plans when a draft is published by itself, with the same confirmations as when it is published now. */
export function PlanPublication({ event, onChanged, onClose }: PlanProps & { onClose(): void }) {
  const { t } = useTranslation(['common', 'staff-events', 'forms', 'errors']);
  const now = useNow();
  const { failure, onFailed } = useInlineFailure();
  const { question, ask, close } = useConfirmation();
  const [proposed] = useState(() =>
    event.publishAt === null ? `${venueDay(daysLater(now, 1))}T${PROPOSED_TIME}` : toControl(event.publishAt),
  );
  const form = useStaffForm({
    schema: TypedPlan,
    defaultValues: { publishAt: proposed },
    send: ({ publishAt }) => {
      const confirmed = question?.warnings.map(({ key }) => key) ?? [];
      return staffApi.staffEvents.planPublication({ id: event.id, body: { version: event.version, publishAt, confirmed } });
    },
    onSent(planned) {
      toast.success(t('staff-events:plan.done'));
      onChanged(planned);
      onClose();
    },
    onFailed: (error, { publishAt }) => ask(error, { id: event.id, publishAt }, () => form.submit(), onFailed),
    leftAfter: (typed) => typed,
  });
  const moment = form.controlled('publishAt');
  const change = (next: string) => {
    close();
    moment.onChange(next);
  };
  return (
    <Dialog title={t('staff-events:plan.title')} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={form.submit} className="mt-5 flex flex-col gap-5">
        <p>{t('staff-events:plan.text')}</p>
        <MomentField id="publish-at" label={t('staff-events:plan.when')} {...moment} onChange={change} />
        <div role="alert" className="flex flex-col gap-3">
          {failure !== undefined && <p className="text-danger">{failure}</p>}
          {question && <WarningList warnings={question.warnings} />}
        </div>
        <SubmitButton form={form}>{t(question ? 'staff-events:plan.submit_anyway' : 'staff-events:plan.submit')}</SubmitButton>
      </form>
    </Dialog>
  );
}

/** The publish plan of a draft, and the way to cancel it. */
export function PlannedPublication({ event, onChanged }: PlanProps) {
  const { t } = useTranslation(['common', 'staff-events']);
  const { language } = useLanguage();
  const command = useCommand(() => staffApi.staffEvents.cancelPublication({ id: event.id, version: event.version }), {
    onSuccess(changed) {
      toast.success(t('staff-events:plan.called_off'));
      onChanged(changed);
    },
  });
  const { publishAt } = event;
  if (publishAt === null) return null;
  const date = `${weekdayText(publishAt, t)}, ${dateText(publishAt, language, t)}`;
  return (
    <p className="mb-5 flex flex-wrap items-center gap-x-4">
      <span>{t('staff-events:plan.planned', { date, time: timeText(publishAt) })}</span>
      <CommandButton look="quiet" size="small" command={command}>
        {t('staff-events:plan.call_off')}
      </CommandButton>
    </p>
  );
}
