import { timeText } from '#shared/dates.ts';
import type { PhoneState } from '#web/door/phone/door-phone.ts';
import { useTranslation } from '#web/ui/translation.tsx';

const reasons = ['right_missing', 'pass_ended', 'nothing_to_undo', 'ticket_not_found', 'code_tampered'] as const;

/** What waits for the network, and what the server refused for good. */
export function SentList({ state }: { state: Pick<PhoneState, 'link' | 'unsent' | 'refused' | 'listAt'> }) {
  const { t } = useTranslation('door-pass');
  const { link, unsent, refused, listAt } = state;
  const reasonOf = (reason: string) => t(`sent.reasons.${reasons.find((known) => known === reason) ?? 'other'}`);
  return (
    <>
      <p className={unsent > 0 ? 'text-[1.25rem] font-bold text-warn' : 'text-[1.25rem] font-bold text-ok'}>
        {unsent > 0 ? t('sent.unsent', { count: unsent }) : t('sent.none')}
      </p>
      {link === 'alone' && <p>{t('sent.alone')}</p>}
      {listAt && <p>{t('sent.list', { time: timeText(listAt) })}</p>}
      <section className="flex flex-col gap-2">
        <h3 className="text-[1.125rem] font-bold">{t('sent.refused_title')}</h3>
        {refused.length === 0 ? <p className="text-muted">{t('sent.refused_none')}</p> : <p>{t('sent.refused_hint')}</p>}
        <ul className="flex flex-col">
          {refused.map(({ scanId, at, outcome }) => (
            <li key={scanId} className="flex gap-4 border-t border-control py-3">
              <span className="type-tabular font-bold">{timeText(at)}</span>
              <span>{reasonOf(outcome.reason)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
