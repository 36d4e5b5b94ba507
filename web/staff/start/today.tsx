import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { dateText } from '#shared/dates.ts';
import type { StartView } from '#shared/staff/start.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { staffPath } from '#web/staff/staff-path.ts';

type Fact = { name: string; value: string; note?: string; to: string };

/** Today in a row; each figure leads to where something is done about it. */
export function Today({ start: { night, waiting } }: { start: StartView }) {
  const { t } = useTranslation(['common', 'staff-start']);
  const { language } = useLanguage();
  const nightName = night && (language === 'ka' ? night.name : night.nameLat);
  const facts: Fact[] = [
    night
      ? {
          name: t('staff-start:sold'),
          value: String(night.sold),
          note: t('staff-start:of', { capacity: night.capacity }),
          to: staffPath(`nights/${night.id}`),
        }
      : { name: t('staff-start:sold'), value: '–', to: staffPath('nights/new') },
    { name: t('staff-start:guests'), value: String(waiting.guests), to: staffPath('guests') },
    { name: t('staff-start:enquiries'), value: String(waiting.enquiries), to: staffPath('enquiries') },
    { name: t('staff-start:alerts'), value: String(waiting.alerts), to: staffPath('orders') },
    { name: t('staff-start:mails'), value: String(waiting.mails), to: staffPath('enquiries/mails') },
  ];
  return (
    <section aria-labelledby="today" className="mb-8">
      <h2 id="today" className="mb-3 text-[1.125rem] leading-7 font-bold">
        {night ? (
          <Link to={staffPath(`nights/${night.id}`)} className="link">
            {t(night.isRunning ? 'staff-start:running_night' : 'staff-start:next_night', {
              name: nightName,
              date: dateText(night.startDate.slice(0, 10), language, t),
            })}
          </Link>
        ) : (
          t('staff-start:no_night')
        )}
      </h2>
      <ul className="grid grid-cols-2 border-y border-hairline tablet:flex">
        {facts.map(({ name, value, note, to }) => (
          <li key={name} className="flex grow flex-col border-hairline py-3 pe-4 tablet:not-first:border-s tablet:not-first:ps-4">
            <Link to={to} className="group flex grow flex-col">
              <span className="text-muted group-hover:underline">{name}</span>
              <span className="type-tabular text-[2.125rem] leading-10 font-bold">
                {value}
                {note !== undefined && <span className="ms-2 text-[0.875rem] font-normal text-muted">{note}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
