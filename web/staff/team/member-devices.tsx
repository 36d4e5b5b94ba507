import { useQuery } from '@tanstack/react-query';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { Moment } from '#web/staff/components/data-table.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** Where a member is logged in, the latest use first. */
export function MemberDevices({ id }: { id: number }) {
  const { t } = useTranslation(['common', 'staff-team']);
  const { data, error, refetch } = useQuery({
    queryKey: ['team', id, 'sessions'],
    queryFn: ({ signal }) => staffApi.staffTeam.sessions({ id }, { signal }),
  });
  return (
    <section aria-labelledby="member-devices" className="flex flex-col gap-2">
      <h3 id="member-devices" className="font-semibold">
        {t('staff-team:devices.title')}
      </h3>
      {!data && <NotLoaded error={error} box="h-16" onRetry={refetch} />}
      {data?.length === 0 && <p className="text-muted">{t('staff-team:devices.none')}</p>}
      {data && data.length > 0 && (
        <ul aria-labelledby="member-devices" className="max-h-60 overflow-y-auto border-t border-hairline">
          {data.map(({ device, createdAt, lastUsedAt }) => (
            <li key={`${createdAt} ${device}`} className="border-b border-hairline py-2">
              {device ?? t('staff-team:devices.unknown')}
              <span className="block text-muted">
                {t('staff-team:devices.last_used')}: <Moment at={lastUsedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
