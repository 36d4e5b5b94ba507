import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type PrintFrameProps<T> = { eventId: number; title: string; query: UseQueryResult<T>; children(data: T): ReactNode };

/** What a door has on paper, with the commands that are not printed. */
export function PrintFrame<T>({ eventId, title, query: { data, error, refetch }, children }: PrintFrameProps<T>) {
  const { t } = useTranslation('staff');
  return (
    <>
      <div className="no-print">
        <Link to={staffPath(`tonight?event=${eventId}`)} className="link inline-flex min-h-11 items-center">
          {t('back_to_tonight')}
        </Link>
      </div>
      <SectionTitle
        end={
          data && (
            <Button size="small" className="no-print" onClick={() => globalThis.print()}>
              {t('print')}
            </Button>
          )
        }
      >
        {title}
      </SectionTitle>
      {data ? children(data) : <NotLoaded error={error} box="h-96" onRetry={refetch} />}
    </>
  );
}
