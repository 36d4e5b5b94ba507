import { useTranslation } from '#web/ui/translation.tsx';
import { CURRENCY } from '#shared/constants.ts';
import { eventName } from '#shared/events/timing.ts';
import { moneyText } from '#shared/money.ts';
import type { EventReport } from '#shared/staff/reports.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { percentOf } from './percent.ts';
import { SeasonBars } from '#web/staff/charts/season-bars.tsx';

/** Three small charts of the same events; their figures are in the table below. */
export function SeasonCharts({ items }: { items: readonly EventReport[] }) {
  const { t } = useTranslation('staff-reports');
  const { language } = useLanguage();
  const events = items.filter(({ currency }) => currency === CURRENCY);
  const [first] = events;
  if (!first) return null;
  const barsOf = (valueOf: (numbers: EventReport) => number, innerOf?: (numbers: EventReport) => number) =>
    events.map((numbers) => ({
      id: numbers.event.id,
      startDate: numbers.event.startDate,
      value: valueOf(numbers),
      ...(innerOf && { inner: innerOf(numbers) }),
    }));
  /** The event with the most, for a chart's sentence. */
  const facts = (valueOf: (numbers: EventReport) => number, text: (value: number) => string) => {
    const best = events.reduce((most, numbers) => (valueOf(numbers) > valueOf(most) ? numbers : most), first);
    return { name: eventName(best.event, language), most: text(valueOf(best)) };
  };
  const again = (numbers: EventReport) => percentOf(numbers.again, numbers.guests) ?? 0;
  const net = (numbers: EventReport) => numbers.net;
  const sold = (numbers: EventReport) => numbers.sold;
  return (
    <section aria-label={t('charts')}>
      <div className="grid gap-8 desktop:grid-cols-3">
        <SeasonBars
          title={t('people_chart')}
          alt={t('people_alt', facts(sold, String))}
          bars={barsOf(sold, ({ came }) => came)}
          legend={{ value: t('sold'), inner: t('came') }}
        />
        <SeasonBars title={t('money_chart')} alt={t('money_alt', facts(net, moneyText))} bars={barsOf(net)} />
        <SeasonBars
          title={t('again_chart')}
          alt={t(
            'again_alt',
            facts(again, (percent) => t('share', { percent })),
          )}
          bars={barsOf(again)}
        />
      </div>
      <p className="mt-2 text-muted">{t('charts_as_table')}</p>
    </section>
  );
}
