import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ENQUIRY_STATES, type EnquiryState } from '#shared/enquiries/enquiry-fields.ts';
import type { EnquiryView } from '#shared/staff/enquiries.contract.ts';
import { isWebAddress } from '#shared/accounts/social-media.ts';
import { toast } from '#web/lib/toast.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { useCopy } from '#web/staff/components/copy-text.ts';
import { Moment } from '#web/staff/components/data-table.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/staff/ui/select.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { NoteForm, ReplyForm } from './enquiry-forms.tsx';

/** One enquiry: its text, its history, and the forms to answer it. */
export default function EnquiryScreen() {
  const params = useParams();
  const { t } = useTranslation(['common', 'staff-inbox', 'staff']);
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
          <Link to={staffPath('site/inbox')} className="link inline-flex min-h-11 items-center">
            {t('staff:nav.inbox')}
          </Link>
        }
      >
        {enquiry ? t(`staff-inbox:title.${enquiry.kind}`, { id }) : t('staff-inbox:title.any', { id })}
      </SectionTitle>
      {enquiry && <Body enquiry={enquiry} onChange={(next) => client.setQueryData(queryKey, next)} onStale={reload} />}
      {!enquiry && <NotLoaded error={error} box="h-96" onRetry={reload} />}
    </>
  );
}

type BodyProps = { enquiry: EnquiryView; onChange(next: EnquiryView): void; onStale(): void };

function Body({ enquiry, onChange, onStale }: BodyProps) {
  const { t } = useTranslation('staff-inbox');
  return (
    <div className="grid gap-x-12 gap-y-8 desktop:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-8">
        <section aria-label={t('request')}>
          <p className="mb-3 text-muted">
            {t('received')}: <Moment at={enquiry.createdAt} />
          </p>
          <EnquiryFields enquiry={enquiry} />
        </section>
        <EnquiryHistory enquiry={enquiry} />
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <StateSelect enquiry={enquiry} onChange={onChange} onStale={onStale} />
        <ReplyForm enquiry={enquiry} onChange={onChange} />
        <NoteForm enquiry={enquiry} onChange={onChange} />
      </div>
    </div>
  );
}

function StateSelect({ enquiry: { id, state }, onChange, onStale }: BodyProps) {
  const { t } = useTranslation(['common', 'staff-inbox', 'staff']);
  const command = useCommand(
    (change: { from: EnquiryState; to: EnquiryState }) => staffApi.staffEnquiries.changeState({ id, body: change }),
    {
      onSuccess: onChange,
      onSettled: (_, error) => error && onStale(),
    },
  );
  const choose = (to: EnquiryState) =>
    command.run(
      { from: state, to },
      {
        onSuccess() {
          const undo = { label: t('staff:undo'), run: () => command.run({ from: to, to: state }) };
          toast.success(t('staff-inbox:state_changed', { state: t(`staff-inbox:states.${to}`) }), undo);
        },
      },
    );
  return (
    <Select
      label={t('staff:status')}
      className="max-w-60"
      options={ENQUIRY_STATES.map((value) => ({ value, text: t(`staff-inbox:states.${value}`) }))}
      value={state}
      onChange={(to) => {
        if (!command.isPending) choose(to);
      }}
    />
  );
}

type Entry = { key: string; author: string; createdAt: string; text: string; head: string };

/** Notes and replies of staff, oldest first. */
function EnquiryHistory({ enquiry: { notes, replies } }: { enquiry: EnquiryView }) {
  const { t } = useTranslation(['staff-inbox', 'staff-orders', 'staff']);
  const entries: Entry[] = [
    ...notes.map((note) => ({ ...note, key: `note ${note.id}`, head: t('note') })),
    ...replies.map((reply) => ({
      ...reply,
      key: `reply ${reply.id}`,
      head: `${t('answer_to', { address: reply.recipient })} · ${deliveryOf(reply)}`,
      text: `${reply.subject}\n\n${reply.text}`,
    })),
  ].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  function deliveryOf({ mailState }: EnquiryView['replies'][number]): string {
    return mailState === null ? t('staff-orders:timeline.mails.gone') : t(`staff-orders:timeline.mails.${mailState}`);
  }
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="story" className="flex flex-col gap-3">
      <h2 id="story" className="text-[1.25rem] leading-7 font-bold">
        {t('staff:history')}
      </h2>
      <ol>
        {entries.map(({ key, author, createdAt, text, head }) => (
          <li key={key} className="border-t border-hairline py-3">
            <p className="text-muted">
              {head}, {author || '—'}, <Moment at={createdAt} />
            </p>
            <p className="mt-1 break-words whitespace-pre-wrap">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const FIELDS = ['name', 'email', 'eventDescription', 'fullName', 'stageName', 'socialLink', 'musicLink', 'motivation'] as const;

/** The fields of the form as filled in, or the text as received. */
function EnquiryFields({ enquiry: { parts, body, email } }: { enquiry: EnquiryView }) {
  const { t } = useTranslation('staff-inbox');
  const copy = useCopy();
  if (!parts) return <p className="break-words whitespace-pre-wrap">{body}</p>;
  const links = parts.map(({ value }) => value).filter(isWebAddress);
  return (
    <>
      <dl className="border-t border-hairline">
        {parts.map(({ field, label, value }) => (
          <div key={field} className="grid grid-cols-[8rem_1fr] gap-4 border-b border-hairline py-2">
            <dt className="text-muted">{fieldName(field, label, t)}</dt>
            <dd className="min-w-0 break-words whitespace-pre-wrap">
              <Value value={value} email={email} />
            </dd>
          </div>
        ))}
      </dl>
      {links.length > 0 && (
        <Button look="secondary" size="small" className="mt-4" onClick={() => copy(links.join('\n'))}>
          {t('copy_links')}
        </Button>
      )}
    </>
  );
}

type T = ReturnType<typeof useTranslation<'staff-inbox'>>['t'];

const fieldName = (field: string, label: string, t: T): string => {
  const known = FIELDS.find((one) => one === field);
  return known ? t(`fields.${known}`) : label;
};

/** Only complete web addresses become links. They open in a new tab and send no referrer. */
function Value({ value, email }: { value: string; email: string | null }) {
  if (value === email) {
    return (
      <a href={`mailto:${encodeURIComponent(value)}`} className="link">
        {value}
      </a>
    );
  }
  if (!isWebAddress(value)) return value || '—';
  return (
    <a href={value} target="_blank" rel="noopener noreferrer nofollow" className="link">
      {value}
    </a>
  );
}
