import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import type { BackupView } from '#shared/staff/start.contract.ts';
import { Moment } from '#web/staff/components/data-table.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';

const DAYS_FROM_MS = 2 * DAY_MS;
const MEGABYTE = 1e6;

/** The state of the nightly backups: an Owner must see at a glance whether there is a good one, and if not, why. */
export function Backup({ backup: { state, madeAt, bytes, error, byHand, isPassphraseOnServer } }: { backup: BackupView }) {
  const { t } = useTranslation('staff-home');
  const verdict = state === 'failed' && madeAt === null ? 'first_failed' : state;
  const isGood = state === 'good' || state === 'never';
  return (
    <section
      aria-labelledby="backup"
      className={classNames('mb-8 max-w-[80ch] border-s-4 ps-4', isGood ? 'border-hairline' : 'border-danger')}
    >
      <h2 id="backup" className="mb-1 text-[1.25rem] leading-7 font-bold">
        {t('backup.title')}
      </h2>
      <p className={classNames(!isGood && 'font-semibold')}>{t(`backup.${verdict}`)}</p>
      {madeAt !== null && (
        <p className="text-muted">
          {t('backup.made')} <Made madeAt={madeAt} bytes={bytes ?? 0} />
        </p>
      )}
      {byHand !== null && (
        <p className="text-muted">
          {t('backup.by_hand')} <Made {...byHand} />
        </p>
      )}
      {error !== null && (
        <p className="wrap-anywhere text-muted">
          {t('backup.reason')} <span lang="en">{error}</span>
        </p>
      )}
      {isPassphraseOnServer && <p className="text-muted">{t('backup.passphrase')}</p>}
    </section>
  );
}

function Made({ madeAt, bytes }: { madeAt: string; bytes: number }) {
  const { t } = useTranslation('staff-home');
  return (
    <>
      <Moment at={madeAt} /> ({ageText(madeAt, t)}), {(bytes / MEGABYTE).toFixed(1)} MB
    </>
  );
}

type AgeKey = 'backup.hours' | 'backup.days';

/** The age in whole hours, from two days on in days. */
function ageText(madeAt: string, t: (key: AgeKey, options: { count: number }) => string): string {
  const ageMs = Math.max(0, Date.now() - Date.parse(madeAt));
  if (ageMs < DAYS_FROM_MS) return t('backup.hours', { count: Math.floor(ageMs / HOUR_MS) });
  return t('backup.days', { count: Math.floor(ageMs / DAY_MS) });
}
