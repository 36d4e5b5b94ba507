import { useTranslation } from 'react-i18next';
import type { OrderMoment } from '#shared/staff/orders.contract.ts';
import { Moment } from '#web/staff/parts/moment.tsx';
import { Part } from './part.tsx';
import { momentText } from './words.ts';

/** Kinds whose note was written by a person. */
const SPOKEN: ReadonlySet<OrderMoment['kind']> = new Set(['refund', 'staff']);

/** What happened to an order, oldest first. */
export function Timeline({ moments }: { moments: readonly OrderMoment[] }) {
  const { t } = useTranslation(['common', 'staff-orders', 'staff-audit']);
  return (
    <Part title={t('staff-orders:timeline.title')}>
      <ol className="mt-2 flex flex-col">
        {moments.map((moment, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list is only ever read anew as a whole
          <li key={place} className="flex flex-wrap gap-x-5 border-b border-hairline py-2">
            <span className="w-60 text-muted">
              <Moment at={moment.at} />
            </span>
            <span>
              {momentText(moment, t)}
              {moment.by !== null && <span className="text-muted"> · {t('staff-orders:timeline.by', { name: moment.by })}</span>}
              {SPOKEN.has(moment.kind) && moment.note !== null && moment.note !== '' && <q className="ms-2 text-muted">{moment.note}</q>}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );
}
