import { useSearchParams } from 'react-router';
import type { MailKindName, StuckMailView } from '#shared/staff/mails.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment, PagedTable } from '#web/staff/components/data-table.tsx';
import { ChoiceLinks } from '#web/staff/components/filters.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi, staffPath, usePages } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { MailCheck } from './checks.tsx';

const STATES = ['dead', 'queued'] as const;
/** The translation key of each kind of mail. */
const KINDS = {
  ticket: 'ticket',
  refund: 'refund',
  'event-notice': 'eventNotice',
  'event-reminder': 'eventReminder',
  announcement: 'announcement',
  newsletter: 'newsletter',
  'announcement-test': 'announcementTest',
  'ticket-taken': 'ticketTaken',
  'ticket-ended': 'ticketEnded',
  'waitlist-offer': 'waitlistOffer',
  'waitlist-lapsed': 'waitlistLapsed',
  'password-reset': 'passwordReset',
  'password-changed': 'passwordChanged',
  'new-device': 'newDevice',
  'second-factor': 'secondFactor',
  'email-proof': 'emailProof',
  'email-change': 'emailChange',
  'email-changed': 'emailChanged',
  enquiry: 'enquiry',
  'enquiry-reply': 'enquiryReply',
  welcome: 'welcome',
  'account-status': 'accountStatus',
  'staff-invitation': 'staffInvitation',
  alerts: 'alerts',
  'sold-out': 'soldOut',
  'waiting-guests': 'waitingGuests',
} as const satisfies Record<MailKindName, string>;

/** A test of the mail server, and the mails that did not arrive: given up, or retried for long. */
export default function EmailSettings() {
  const { t } = useTranslation(['common', 'staff', 'staff-enquiries']);
  const [query] = useSearchParams();
  const state = STATES.find((one) => one === query.get('state'));
  const pages = usePages(['mails', state], (before, signal) =>
    staffApi.staffMails.list({ ...(state ? { state } : {}), before }, { signal }),
  );
  const put = (mail: StuckMailView) => pages.replace(({ id }) => id === mail.id, mail);
  const retry = useCommand((id: number) => staffApi.staffMails.retry({ id }), {
    onSuccess(mail) {
      put(mail);
      toast.success(t('staff-enquiries:mails.retried'));
    },
  });
  const giveUp = useCommand((id: number) => staffApi.staffMails.giveUp({ id }), {
    onSuccess(mail) {
      put(mail);
      // A mail's secret is deleted with it, so such a mail cannot be sent again.
      const undo = mail.canRetry ? { label: t('staff-enquiries:undo'), run: () => retry.run(mail.id) } : undefined;
      toast.success(t('staff-enquiries:mails.given_up'), undo);
    },
    onSettled: (_, error) => error && pages.reload(),
  });
  const at = staffPath('settings/email');
  const link = (which?: (typeof STATES)[number]) => ({
    name: t(`staff-enquiries:mails.states.${which ?? 'all'}`),
    to: which ? `${at}?state=${which}` : at,
    isChosen: state === which,
  });
  return (
    <>
      <SectionTitle>{t('staff:nav.email')}</SectionTitle>
      <MailCheck />
      <h2 className="mt-8 mb-2 text-[1.25rem] leading-7 font-bold">{t('staff-enquiries:mails.title')}</h2>
      <p className="mb-3 max-w-162 text-muted">{t('staff-enquiries:mails.intro')}</p>
      <div className="mb-5">
        <ChoiceLinks label={t('staff-enquiries:mails.state')} choices={[link(), ...STATES.map((one) => link(one))]} />
      </div>
      <PagedTable
        caption={t('staff-enquiries:mails.title')}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('staff-enquiries:mails.empty')}
        columns={[
          { key: 'at', title: t('staff-enquiries:mails.asked'), place: 'figure', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { key: 'kind', title: t('staff-enquiries:mails.kind'), cell: ({ kind }) => <KindText kind={kind} /> },
          { key: 'to', title: t('staff-enquiries:mails.to'), place: 'name', cell: ({ recipient }) => recipient },
          {
            key: 'state',
            title: t('staff-enquiries:mails.state'),
            place: 'state',
            cell: (mail) => t(`staff-enquiries:mail_states.${mail.state}`),
          },
          { key: 'tries', title: t('staff-enquiries:mails.tries'), isNumber: true, cell: ({ attempts }) => attempts },
          {
            key: 'error',
            place: 'line',
            title: t('staff-enquiries:mails.error'),
            cell: ({ lastError }) => (
              <span lang="en" className="block break-words tablet:min-w-60">
                {lastError ?? '—'}
              </span>
            ),
          },
          {
            key: 'do',
            place: 'line',
            title: t('staff-enquiries:mails.do'),
            cell: (mail) => <RowActions mail={mail} onRetry={retry.run} onGiveUp={giveUp.run} />,
          },
        ]}
      />
    </>
  );
}

function KindText({ kind }: { kind: string }) {
  const { t } = useTranslation('staff-enquiries');
  const key = Object.entries(KINDS).find(([known]) => known === kind)?.[1];
  return <span className="whitespace-nowrap">{key ? t(`mails.kinds.${key}`) : kind}</span>;
}

type RowActionsProps = { mail: StuckMailView; onRetry(id: number): void; onGiveUp(id: number): void };

function RowActions({ mail: { id, canRetry, canGiveUp, recipient }, onRetry, onGiveUp }: RowActionsProps) {
  const { t } = useTranslation('staff-enquiries');
  if (!canRetry && !canGiveUp) return <span className="text-muted">{t('mails.nothing_left')}</span>;
  return (
    <span className="flex gap-4">
      {canRetry && (
        <Button look="quiet" size="small" aria-label={t('mails.retry_to', { address: recipient })} onClick={() => onRetry(id)}>
          {t('mails.retry')}
        </Button>
      )}
      {canGiveUp && (
        <Button look="quiet" size="small" aria-label={t('mails.give_up_to', { address: recipient })} onClick={() => onGiveUp(id)}>
          {t('mails.give_up')}
        </Button>
      )}
    </span>
  );
}
