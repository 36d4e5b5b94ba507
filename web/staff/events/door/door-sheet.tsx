import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { dateText, timeText } from '#shared/dates.ts';
import { priceText } from '#shared/price-text.ts';
import type { DoorSheetView } from '#shared/staff/orders.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { HoursText } from '#web/ui/value-text.tsx';
import { PrintFrame } from './print-frame.tsx';
import { linesOf, type SheetLine } from './door-sheet-lines.ts';

/** Everyone who may enter an event, on paper: for when the network or all phones fail. */
export default function DoorSheet() {
  const { t } = useTranslation('staff-lists');
  const id = Number(useParams()['id']);
  // Each reading is in the audit log, so nothing is refetched automatically.
  const query = useQuery({
    queryKey: ['door-sheet', id],
    queryFn: ({ signal }) => staffApi.staffOrders.doorSheet({ id }, { signal }),
    staleTime: Infinity,
  });
  return (
    <PrintFrame eventId={id} title={t('sheet.title')} query={query}>
      {(sheet) => <Sheet sheet={sheet} />}
    </PrintFrame>
  );
}

function Sheet({ sheet }: { sheet: DoorSheetView }) {
  const { t } = useTranslation(['common', 'staff-lists']);
  const { language } = useLanguage();
  const lines = linesOf(sheet, language);
  return (
    <>
      <p className="mb-1">
        <strong>{language === 'ka' ? sheet.name : sheet.nameLat}</strong> · {dateText(sheet.startDate, language, t)} ·{' '}
        <HoursText from={sheet.startDate} to={sheet.endDate} />
      </p>
      <p className="mb-4">
        {t('staff-lists:sheet.made', { time: timeText(sheet.madeAt), count: lines.reduce((sum, { people }) => sum + people, 0) })}
      </p>
      <p className="no-print mb-4 max-w-[80ch] text-muted">{t('staff-lists:sheet.hint')}</p>
      {lines.length === 0 ? <EmptyState text={t('staff-lists:sheet.empty')} /> : <Lines lines={lines} hasAges={sheet.hasAges} />}
    </>
  );
}

function Lines({ lines, hasAges }: { lines: readonly SheetLine[]; hasAges: boolean }) {
  const { t } = useTranslation(['staff-lists', 'staff']);
  return (
    <table className="w-full max-w-[90ch] border-collapse text-start">
      <caption className="sr-only">{t('sheet.title')}</caption>
      <thead>
        <tr className="border-b border-control text-muted">
          <th scope="col" className="w-14 py-1 text-start font-normal">
            <span className="sr-only">{t('staff:checked_in')}</span>
          </th>
          <th scope="col" className="py-1 pe-3 text-start font-normal">
            {t('sheet.name')}
          </th>
          <th scope="col" className="py-1 pe-3 text-start font-normal">
            {t('sheet.by')}
          </th>
          {hasAges && (
            <th scope="col" className="py-1 text-end font-normal">
              {t('sheet.age')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, name, holderName, plusOnes, by, end, price, age, cameAt, warning, arrived }) => (
          <tr key={key} className="break-inside-avoid border-b border-hairline align-top">
            <td className="py-1.5">
              {cameAt === null ? (
                <span aria-hidden className="inline-block size-4 border border-control" />
              ) : (
                <span className="type-tabular">{timeText(cameAt)}</span>
              )}
            </td>
            <th scope="row" className="py-1.5 pe-3 text-start font-semibold wrap-anywhere">
              {name}
              {plusOnes > 0 && <span className="font-normal"> +{plusOnes}</span>}
              {warning && <span className="block w-fit border-2 border-current px-1 font-bold uppercase">{t(`sheet.${warning}`)}</span>}
              {holderName && <span className="block font-normal">{t('sheet.for', { name: holderName })}</span>}
            </th>
            <td className="py-1.5 pe-3 wrap-anywhere">
              {by}
              {end !== undefined && <span className="type-tabular text-muted"> …{end}</span>}
              {price && <span className="font-semibold"> · {t('staff:price_at_door', { price: priceText(price) })}</span>}
              {arrived > 0 && <span className="text-muted"> · {t('sheet.arrived', { count: arrived })}</span>}
            </td>
            {hasAges && <td className="type-tabular py-1.5 text-end">{age ?? '–'}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
