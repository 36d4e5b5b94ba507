import { Link } from 'react-router';
import type { Right } from '#shared/staff/rights.ts';
import type { StartView } from '#shared/staff/start.contract.ts';
import { useMay } from '#web/staff/rights.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

const NEEDS = [
  { name: 'guests', to: staffPath('guests/verification'), right: 'guests.read' },
  { name: 'enquiries', to: staffPath('site/inbox?state=new'), right: 'enquiries.answer' },
  { name: 'mails', to: staffPath('settings/email'), right: 'mails.manage' },
] as const satisfies readonly { name: keyof StartView['waiting']; to: string; right: Right }[];

/** What waits for a person, each with the button to begin. Alerts have a list of their own. */
export function Needs({ waiting }: Pick<StartView, 'waiting'>) {
  const { t } = useTranslation('staff-start');
  const may = useMay();
  const mine = NEEDS.filter(({ right }) => may(right));
  const open = mine.filter(({ name }) => (waiting[name] ?? 0) > 0);
  if (mine.length === 0) return null;
  return (
    <section aria-labelledby="needs">
      <h2 id="needs" className="mb-2 text-[1.25rem] leading-7 font-bold">
        {t('needs.title')}
      </h2>
      {open.length === 0 && <p className="text-muted">{t('needs.nothing')}</p>}
      <ul className="flex flex-col">
        {open.map(({ name, to }) => (
          <li key={name} className="flex min-h-14 items-center gap-4 border-b border-hairline">
            <span className="type-tabular min-w-10 text-end text-[1.75rem] leading-8.5 font-bold">{waiting[name]}</span>
            <Link to={to} className="min-w-0 grow py-3 hover:underline">
              {t(`needs.${name}`, { count: waiting[name] ?? 0 })}
            </Link>
            <LinkButton to={to} look="secondary" size="small">
              {t(`needs.do_${name}`)}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
