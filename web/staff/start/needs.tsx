import type { Right } from '#shared/staff/rights.ts';
import type { StartView } from '#shared/staff/start.contract.ts';
import { OnlyWith, useMay } from '#web/staff/rights.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { AlertRows } from './alert-rows.tsx';
import { NeedRow } from './need-row.tsx';

const NEEDS = [
  { name: 'payments', to: staffPath('sales/payments'), right: 'money.read' },
  { name: 'guests', to: staffPath('guests/verification'), right: 'guests.read' },
  { name: 'enquiries', to: staffPath('site/inbox?state=new'), right: 'enquiries.answer' },
  { name: 'mails', to: staffPath('settings/email'), right: 'mails.manage' },
] as const satisfies readonly { name: keyof StartView['waiting']; to: string; right: Right }[];

/** What waits for a person, each with the button to begin: alerts first. */
export function Needs({ waiting }: Pick<StartView, 'waiting'>) {
  const { t } = useTranslation('staff-home');
  const may = useMay();
  const mine = NEEDS.filter(({ right }) => may(right));
  const open = mine.filter(({ name }) => (waiting[name] ?? 0) > 0);
  if (mine.length === 0 && waiting.alerts === null) return null;
  return (
    <section aria-labelledby="needs">
      <h2 id="needs" className="mb-2 text-[1.25rem] leading-7 font-bold">
        {t('needs.title')}
      </h2>
      {open.length === 0 && (waiting.alerts ?? 0) === 0 && <p className="text-muted">{t('needs.nothing')}</p>}
      <ul className="rounded-control bg-surface-1 empty:hidden">
        <OnlyWith right="alerts.handle">
          <AlertRows count={waiting.alerts ?? 0} payments={waiting.payments ?? 0} />
        </OnlyWith>
        {open.map(({ name, to }) => (
          <NeedRow key={name} sign={waiting[name]} title={t(`needs.${name}`, { count: waiting[name] ?? 0 })}>
            <LinkButton to={to} look="secondary" size="small">
              {t(`needs.do_${name}`)}
            </LinkButton>
          </NeedRow>
        ))}
      </ul>
    </section>
  );
}
