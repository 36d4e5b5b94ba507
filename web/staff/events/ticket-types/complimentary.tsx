import { useState } from 'react';
import { fullName } from '#shared/accounts/account-rules.ts';
import type { ComplimentaryView, EventTicketTypesView } from '#shared/staff/ticket-types.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Moment, PagedTable } from '#web/staff/components/data-table.tsx';
import { ReasonDialog } from '#web/staff/components/reason-dialog.tsx';
import { staffApi, usePages } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { ComplimentaryDialog } from './complimentary-dialog.tsx';

type ComplimentaryProps = { event: EventTicketTypesView; reload(): void };

/** The complimentary tickets of an event and those paid at the register, with the commands that give and revoke them. */
export function ComplimentaryTickets({ event, reload }: ComplimentaryProps) {
  const { t } = useTranslation(['common', 'staff-ticket-types', 'staff']);
  const { language } = useLanguage();
  const [isGiving, setGiving] = useState(false);
  const [revoked, setRevoked] = useState<ComplimentaryView>();
  const pages = usePages(['complimentary', event.id], (before, signal) =>
    staffApi.staffTicketTypes.given({ id: event.id, before }, { signal }),
  );
  const refresh = () => {
    reload();
    pages.reload();
  };
  const whyText = ({ receipt, reason }: ComplimentaryView) =>
    [receipt === null ? '' : t('staff-ticket-types:register', { receipt }), reason].filter(Boolean).join(' · ');
  const ticketTypeOf = ({ ticketType }: ComplimentaryView) =>
    ticketType === null ? t('staff-ticket-types:guest_list') : language === 'ka' ? ticketType.name : ticketType.nameLat;
  return (
    <div className="mt-10 flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="font-bold">{t('staff-ticket-types:complimentary')}</h2>
        <Button look="secondary" size="small" disabled={event.state !== 'published'} onClick={() => setGiving(true)}>
          {t('staff-ticket-types:give')}
        </Button>
      </div>
      <p className="max-w-[80ch] text-muted">{t('staff-ticket-types:complimentary_hint')}</p>
      {event.state !== 'published' && <p className="text-muted">{t('staff:publish_first')}</p>}
      <PagedTable
        caption={t('staff-ticket-types:complimentary')}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('staff-ticket-types:no_complimentary')}
        columns={[
          { key: 'at', title: t('staff-ticket-types:issued_at'), place: 'figure', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { key: 'guest', title: t('staff:guest'), place: 'name', cell: (complimentary) => <Guest complimentary={complimentary} /> },
          {
            key: 'ticketType',
            title: t('staff:ticket_type'),
            cell: (complimentary) => <span className="whitespace-nowrap">{ticketTypeOf(complimentary)}</span>,
          },
          { key: 'places', title: t('staff-ticket-types:tickets'), isNumber: true, cell: ({ quantity }) => quantity },
          { key: 'used', title: t('staff:checked_in'), isNumber: true, cell: ({ used }) => used },
          {
            key: 'why',
            title: t('staff:reason'),
            place: 'line',
            cell: (complimentary) => <span className="block tablet:min-w-40">{whyText(complimentary)}</span>,
          },
          {
            key: 'by',
            title: t('staff-ticket-types:issued_by'),
            cell: ({ givenBy }) => <span className="whitespace-nowrap">{givenBy || '—'}</span>,
          },
          {
            key: 'do',
            title: t('staff:actions'),
            place: 'line',
            cell: (complimentary) => <RevokeButton complimentary={complimentary} onRevoke={setRevoked} />,
          },
        ]}
      />
      {isGiving && <ComplimentaryDialog event={event} onDone={refresh} onClose={() => setGiving(false)} />}
      {revoked && <RevokeDialog complimentary={revoked} onDone={refresh} onClose={() => setRevoked(undefined)} />}
    </div>
  );
}

function Guest({ complimentary: { guest } }: { complimentary: ComplimentaryView }) {
  const { t } = useTranslation('staff-ticket-types');
  return (
    <span className="flex flex-col">
      <span className="font-semibold whitespace-nowrap">{fullName(guest) || '—'}</span>
      <span className="text-muted">
        {guest.email}
        {guest.isUnclaimed && ` · ${t('unclaimed')}`}
      </span>
    </span>
  );
}

function RevokeButton({ complimentary, onRevoke }: { complimentary: ComplimentaryView; onRevoke(complimentary: ComplimentaryView): void }) {
  const { t } = useTranslation(['staff-ticket-types', 'staff']);
  if (complimentary.valid > 0) {
    return (
      <Button
        look="quiet"
        size="small"
        aria-label={t('staff:do_with', { what: t('revoke'), name: complimentary.guest.email })}
        onClick={() => onRevoke(complimentary)}
      >
        {t('revoke')}
      </Button>
    );
  }
  return (
    <span className="text-muted">
      {complimentary.revokedAt === null ? '' : t('revoked_because', { reason: complimentary.revokeReason ?? '' })}
    </span>
  );
}

type RevokeProps = { complimentary: ComplimentaryView; onDone(): void; onClose(): void };

function RevokeDialog({ complimentary: { id, guest, valid, receipt }, onDone, onClose }: RevokeProps) {
  const { t } = useTranslation('staff-ticket-types');
  return (
    <ReasonDialog
      draft={`complimentary-revoke-${id}`}
      title={t('revoke_title')}
      text={
        <>
          {t('revoke_text', { count: valid, email: guest.email })}
          {receipt !== null && <strong className="mt-5 block">{t('revoke_register', { receipt })}</strong>}
        </>
      }
      submit={t('revoke')}
      isDanger
      send={(reason) => staffApi.staffTicketTypes.revoke({ id, body: { reason } }).finally(onDone)}
      onClose={onClose}
      onDone={() => toast.success(t('revoked'))}
    />
  );
}
