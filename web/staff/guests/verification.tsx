import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { fullName } from '#shared/accounts/account-rules.ts';
import { type Status, STATUSES } from '#shared/constants.ts';
import { errorText } from '#web/lib/error-text.ts';
import { RowDate, TitledTable } from '#web/staff/components/data-table.tsx';
import { ChoiceLinks } from '#web/staff/components/filters.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { VerificationGuest } from './verification-guest.tsx';
import { countText } from './guest-facts.tsx';
import { type Verification, UNDO_KEY, useVerification, useLetters } from './use-verification.ts';

/** The verification: waiting guests one at a time, the longest registered first, each decided by one key. */
export default function VerificationSection() {
  const { t } = useTranslation(['common', 'staff-guests', 'accounts', 'staff']);
  const [query] = useSearchParams();
  const status = STATUSES.find((one) => one === query.get('status')) ?? 'Pending';
  const counts = useQuery({ queryKey: ['guest-counts'], queryFn: ({ signal }) => staffApi.guests.counts({}, { signal }) });
  return (
    <>
      <SectionTitle
        end={
          <Link to={staffPath('guests')} className="link inline-flex min-h-11 items-center">
            {t('staff:nav.all_guests')}
          </Link>
        }
      >
        {t('staff:nav.verification')}
      </SectionTitle>
      <ChoiceLinks
        label={t('staff:status')}
        choices={STATUSES.map((one) => ({
          name: t(`accounts:status.${one}`),
          to: `${staffPath('guests/verification')}?status=${one}`,
          isChosen: status === one,
          ...(counts.data && { count: countText([counts.data[one]]) }),
        }))}
      />
      <Verification key={status} status={status} onCount={() => void counts.refetch()} />
    </>
  );
}

function Verification({ status, onCount }: { status: Status; onCount(): void }) {
  const { t } = useTranslation(['common', 'staff-guests', 'errors']);
  const desk = useVerification(status, onCount);
  const { pages, current, waiting } = desk;
  // Undo also works after the last guest of the queue.
  useLetters((letter) => letter === UNDO_KEY && desk.undo());
  if (pages.error !== null && !pages.isFetching) return <ErrorState message={errorText(pages.error, t)} onRetry={pages.reload} />;
  if (pages.isFetching && !current) return <Skeleton className="mt-5 h-96 w-full" />;
  return (
    <div className="mt-5 grid grid-cols-1 gap-x-10 gap-y-7 desktop:grid-cols-2">
      {current ? <VerificationGuest key={current.id} guest={current} desk={desk} /> : <EmptyQueue desk={desk} />}
      {waiting.length > 0 && <VerificationQueue desk={desk} />}
    </div>
  );
}

function EmptyQueue({ desk: { waiting, beginAgain } }: { desk: ReturnType<typeof useVerification> }) {
  const { t } = useTranslation('staff-guests');
  if (waiting.length === 0) return <p className="py-6 text-muted">{t('verification.nobody')}</p>;
  return (
    <div className="py-6">
      <p className="mb-4">{t('verification.all_skipped', { count: waiting.length })}</p>
      <Button look="secondary" size="small" onClick={beginAgain}>
        {t('verification.begin_again')}
      </Button>
    </div>
  );
}

/** The other waiting guests, each of whom may be chosen next. */
function VerificationQueue({ desk: { waiting, current, pages, choose } }: { desk: Verification }) {
  const { t } = useTranslation(['common', 'staff', 'staff-guests']);
  return (
    <div>
      <TitledTable
        title={t('staff-guests:verification.queue')}
        rows={waiting}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            title: t('staff-guests:name'),
            cell: (guest) => (
              <button
                type="button"
                aria-current={guest.id === current?.id ? 'true' : undefined}
                onClick={() => choose(guest.id)}
                className="link min-h-6 text-start aria-[current]:font-bold aria-[current]:text-accent"
              >
                <bdi>{fullName(guest)}</bdi>
              </button>
            ),
          },
          { key: 'age', title: t('staff-guests:age_label'), isNumber: true, cell: ({ age }) => age ?? '–' },
          {
            key: 'since',
            title: t('staff-guests:registered'),
            cell: ({ createdAt }) => <RowDate at={createdAt} />,
          },
          { key: 'purchases', title: t('staff-guests:purchases'), isNumber: true, cell: ({ purchases }) => purchases },
          { key: 'visits', title: t('staff-guests:visits'), isNumber: true, cell: ({ visits }) => visits },
        ]}
      />
      {pages.hasMore && (
        <Button look="secondary" size="small" onClick={pages.more} className="mt-4">
          {t('staff:more')}
        </Button>
      )}
    </div>
  );
}
