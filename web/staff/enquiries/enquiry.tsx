import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ENQUIRY_STATES, type EnquiryState } from '#shared/enquiries/enquiry-states.ts';
import type { EnquiryView } from '#shared/staff/enquiries.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/staff/parts/moment.tsx';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { SectionTitle } from '#web/staff/section-title.tsx';
import { staffPath } from '#web/staff/staff-path.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EnquiryFields } from './enquiry-fields.tsx';
import { NoteForm } from './note-form.tsx';
import { ReplyForm } from './reply-form.tsx';
import { EnquiryStory } from './enquiry-story.tsx';

/** One enquiry: what was written, what became of it, and the ways to answer. */
export default function EnquiryScreen() {
  const params = useParams();
  const { t } = useTranslation(['common', 'staff-enquiries', 'errors']);
  const id = Number(params['id']);
  const client = useQueryClient();
  const queryKey = ['enquiry', id];
  const {
    data: enquiry,
    error,
    refetch,
  } = useQuery({ queryKey, queryFn: ({ signal }) => staffApi.staffEnquiries.one({ id }, { signal }) });
  const reload = () => void refetch();
  return (
    <>
      <SectionTitle
        end={
          <Link to={staffPath('enquiries')} className="link inline-flex min-h-11 items-center">
            {t('staff-enquiries:to_list')}
          </Link>
        }
      >
        {enquiry ? t(`staff-enquiries:title.${enquiry.kind}`, { id }) : t('staff-enquiries:title.any', { id })}
      </SectionTitle>
      {enquiry && <Desk enquiry={enquiry} onChange={(next) => client.setQueryData(queryKey, next)} onStale={reload} />}
      {!enquiry && error && <ErrorState message={errorText(error, t)} onRetry={reload} />}
      {!enquiry && !error && <Skeleton className="h-96 w-full" />}
    </>
  );
}

type DeskProps = { enquiry: EnquiryView; onChange(next: EnquiryView): void; onStale(): void };

function Desk({ enquiry, onChange, onStale }: DeskProps) {
  const { t } = useTranslation('staff-enquiries');
  return (
    <div className="grid gap-x-12 gap-y-8 desktop:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-8">
        <section aria-label={t('written')}>
          <p className="mb-3 text-muted">
            {t('received')}: <Moment at={enquiry.createdAt} />
          </p>
          <EnquiryFields enquiry={enquiry} />
        </section>
        <EnquiryStory enquiry={enquiry} />
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <StateSelect enquiry={enquiry} onChange={onChange} onStale={onStale} />
        <ReplyForm enquiry={enquiry} onChange={onChange} />
        <NoteForm enquiry={enquiry} onChange={onChange} />
      </div>
    </div>
  );
}

function StateSelect({ enquiry: { id, state }, onChange, onStale }: DeskProps) {
  const { t } = useTranslation(['common', 'staff-enquiries']);
  const command = useCommand();
  const change = async (from: EnquiryState, to: EnquiryState, onDone?: () => void) => {
    const isDone = await command.run(async () => onChange(await staffApi.staffEnquiries.changeState({ id, body: { from, to } })));
    if (isDone) onDone?.();
    else onStale();
  };
  const undo = (from: EnquiryState, to: EnquiryState) => ({ label: t('staff-enquiries:undo'), run: () => void change(from, to) });
  const choose = (to: EnquiryState) =>
    void change(state, to, () =>
      toast.success(t('staff-enquiries:state_changed', { state: t(`staff-enquiries:states.${to}`) }), undo(to, state)),
    );
  return (
    <Select
      label={t('staff-enquiries:state')}
      value={state}
      disabled={command.isBusy}
      inputClass="max-w-60"
      onChange={({ target }) => choose(ENQUIRY_STATES.find((one) => one === target.value) ?? state)}
    >
      {ENQUIRY_STATES.map((one) => (
        <option key={one} value={one}>
          {t(`staff-enquiries:states.${one}`)}
        </option>
      ))}
    </Select>
  );
}
