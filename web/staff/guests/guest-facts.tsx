import BadgeCheck from 'lucide-react/icons/badge-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Clock from 'lucide-react/icons/clock';
import OctagonX from 'lucide-react/icons/octagon-x';
import Star from 'lucide-react/icons/star';
import { REGISTER_COUNTRIES, type Status } from '#shared/constants.ts';
import { GUESTS_COUNTED } from '#shared/staff/guests.schemas.ts';
import type { Translate } from '#shared/translate.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** Usual statuses have no colour; those that staff must notice do. */
const looks = {
  Pending: { Icon: Clock, colour: 'font-bold text-accent' },
  Verified: { Icon: BadgeCheck, colour: '' },
  Welcomed_Guest: { Icon: Star, colour: '' },
  Rejected: { Icon: OctagonX, colour: 'text-danger' },
  Unverified: { Icon: CircleDashed, colour: 'text-muted' },
  Check_Later: { Icon: CircleQuestionMark, colour: 'text-muted' },
} as const;

/** The status of a guest, and whether the guest is banned. */
export function StatusText({ status, isBanned }: { status: Status; isBanned: boolean }) {
  const { t } = useTranslation(['accounts', 'staff-guests']);
  const { Icon, colour } = looks[status];
  return (
    <span>
      <span className={classNames('inline-flex items-center gap-1.5', colour)}>
        <Icon size={14} aria-hidden="true" className="shrink-0" />
        {t(`accounts:status.${status}`)}
      </span>
      {isBanned && <span className="font-bold text-danger"> · {t('staff-guests:banned')}</span>}
    </span>
  );
}

type SocialLinkProps = { link: string; platform: string | null; username: string | null };

/** Typed by the guest: only web addresses become links, and they send no referrer. */
export function SocialLink({ link, platform, username }: SocialLinkProps) {
  const { t } = useTranslation('staff-guests');
  if (link === '') return <span className="text-muted">{t('no_link')}</span>;
  const text = platform && username ? `${platform} · ${username}` : link;
  if (!/^https?:\/\//i.test(link)) return <span className="wrap-anywhere">{link}</span>;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer nofollow" className="link inline-flex min-h-11 items-center wrap-anywhere">
      <bdi>{text}</bdi>
      <span className="sr-only"> ({t('new_tab')})</span>
    </a>
  );
}

const KNOWN = [...REGISTER_COUNTRIES, 'USA', 'Germany'] as const;

/** The name of a guest's country; one that the form does not offer is shown as typed. */
export function countryText(country: string, t: Translate): string {
  const known = KNOWN.find((name) => name === country);
  return known ? t(`accounts:countries.${known}`) : country;
}

/** A count as far as it was counted: `1000+`. */
export function countText(counts: readonly number[]): string {
  const sum = counts.reduce((all, one) => all + one, 0);
  return counts.some((one) => one >= GUESTS_COUNTED) ? `${sum}+` : String(sum);
}
