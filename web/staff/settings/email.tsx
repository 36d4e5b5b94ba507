import type { MailKindName, StuckMailView } from '#shared/staff/mails.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment, PagedTable } from '#web/staff/components/data-table.tsx';
import { RowCommand } from '#web/staff/components/row-command.tsx';
import { ListTools, useFilters } from '#web/staff/components/filters.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi, usePages } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { ChoiceChip } from '#web/staff/ui/chips.tsx';
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
  'place-returned': 'placeReturned',
  'claims-end': 'claimsEnd',
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
  'guest-invitation': 'guestInvitation',
  alerts: 'alerts',
  'sold-out': 'soldOut',
  'waiting-guests': 'waitingGuests',
} as const satisfies Record<MailKindName, string>;

/** A test of the mail server, and the mails that did not arrive: given up, or retried for long. */
export default function EmailSettings() {
  const { t } = useTranslation(['common', 'staff', 'staff-inbox', 'staff-orders']);
  const { valueOf, change } = useFilters();
  const state = STATES.find((one) => one === valueOf('state'));
  const pages = usePages(['mails', state], (before, signal) =>
    staffApi.staffMails.list({ ...(state ? { state } : {}), before }, { signal }),
  );
  const put = (mail: StuckMailView) => pages.replace(({ id }) => id === mail.id, mail);
  const retry = useCommand((id: number) => staffApi.staffMails.retry({ id }), {
    onSuccess(mail) {
      put(mail);
      toast.success(t('staff-inbox:mails.retried'));
    },
  });
  const giveUp = useCommand((id: number) => staffApi.staffMails.giveUp({ id }), {
    onSuccess(mail) {
      put(mail);
      // A mail's secret is deleted with it, so such a mail cannot be sent again.
      const undo = mail.canRetry ? { label: t('staff:undo'), run: () => retry.run(mail.id) } : undefined;
      toast.success(t('staff-inbox:mails.stopped'), undo);
    },
    onSettled: (_, error) => error && pages.reload(),
  });
  return (
    <>
      <SectionTitle>{t('staff:nav.email')}</SectionTitle>
      <MailCheck />
      <h2 className="mt-8 mb-2 text-[1.25rem] leading-7 font-bold">{t('staff-inbox:mails.title')}</h2>
      <p className="mb-3 max-w-162 text-muted">{t('staff-inbox:mails.intro')}</p>
      <ListTools>
        <ChoiceChip
          label={t('staff:status')}
          choices={STATES.map((value) => ({ value, text: t(`staff-inbox:mails.states.${value}`) }))}
          value={state ?? ''}
          onChange={(next) => change({ state: next })}
        />
      </ListTools>
      <PagedTable
        caption={t('staff-inbox:mails.title')}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('staff-inbox:mails.empty')}
        columns={[
          { key: 'at', title: t('staff-inbox:mails.asked'), place: 'figure', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { key: 'kind', title: t('staff-inbox:mails.kind'), cell: ({ kind }) => <KindText kind={kind} /> },
          { key: 'to', title: t('staff-inbox:mails.to'), place: 'name', cell: ({ recipient }) => recipient },
          {
            key: 'state',
            title: t('staff:status'),
            place: 'state',
            cell: (mail) => t(`staff-orders:timeline.mails.${mail.state}`),
          },
          { key: 'tries', title: t('staff-inbox:mails.tries'), isNumber: true, cell: ({ attempts }) => attempts },
          {
            key: 'error',
            place: 'line',
            title: t('staff-inbox:mails.error'),
            cell: ({ lastError }) => (
              <span lang="en" className="block break-words tablet:min-w-60">
                {lastError ?? '—'}
              </span>
            ),
          },
          {
            key: 'do',
            place: 'line',
            title: t('staff-inbox:mails.do'),
            cell: (mail) => <RowActions mail={mail} onRetry={retry.run} onGiveUp={giveUp.run} />,
          },
        ]}
      />
    </>
  );
}

function KindText({ kind }: { kind: string }) {
  const { t } = useTranslation('staff-inbox');
  const key = Object.entries(KINDS).find(([known]) => known === kind)?.[1];
  return <span className="whitespace-nowrap">{key ? t(`mails.kinds.${key}`) : kind}</span>;
}

type RowActionsProps = { mail: StuckMailView; onRetry(id: number): void; onGiveUp(id: number): void };

function RowActions({ mail: { id, canRetry, canGiveUp, recipient }, onRetry, onGiveUp }: RowActionsProps) {
  const { t } = useTranslation(['staff-inbox', 'staff']);
  if (!canRetry && !canGiveUp) return <span className="text-muted">{t('mails.nothing_left')}</span>;
  return (
    <span className="flex gap-4">
      {canRetry && (
        <RowCommand
          label={t('staff:do_with', { what: t('mails.retry'), name: recipient })}
          text={t('mails.retry')}
          onPress={() => onRetry(id)}
        />
      )}
      {canGiveUp && (
        <RowCommand
          label={t('staff:do_with', { what: t('mails.give_up'), name: recipient })}
          text={t('mails.give_up')}
          onPress={() => onGiveUp(id)}
        />
      )}
    </span>
  );
}
