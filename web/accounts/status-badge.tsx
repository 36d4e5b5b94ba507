import BadgeCheck from 'lucide-react/icons/badge-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Clock from 'lucide-react/icons/clock';
import OctagonX from 'lucide-react/icons/octagon-x';
import Star from 'lucide-react/icons/star';
import { useTranslation } from 'react-i18next';
import type { Status } from '#shared/constants.ts';
import { readStatus } from './status.ts';

const looks = {
  Pending: { Icon: Clock, colour: 'text-warn' },
  Verified: { Icon: BadgeCheck, colour: 'text-ok' },
  Rejected: { Icon: OctagonX, colour: 'text-danger' },
  Welcomed_Guest: { Icon: Star, colour: 'text-lilac' },
  Unverified: { Icon: CircleDashed, colour: 'text-faint' },
  Check_Later: { Icon: CircleQuestionMark, colour: 'text-warn' },
} as const satisfies Record<Status, object>;

/** What the club thinks of a guest, on a solid chip; the status comes as number or word. */
export function StatusBadge({ status }: { status: unknown }) {
  const { t } = useTranslation(['common', 'accounts']);
  const word = readStatus(status);
  const { Icon, colour } = looks[word];
  return (
    <p className={`inline-flex min-h-10 max-w-full items-center gap-2.5 bg-bg px-4 py-1 font-semibold ${colour}`}>
      <span className="sr-only">{t('accounts:profile.status')}: </span>
      <Icon size={20} className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">{t(`accounts:status.${word}`)}</span>
    </p>
  );
}
