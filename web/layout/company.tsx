import { Link } from 'react-router';
import { openingDaysShort, openingTimes } from '#shared/opening.ts';
import { paths } from '#shared/paths.ts';
import { useOpening, useSite } from '#web/lib/site.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

export function OpeningHours() {
  const { t } = useTranslation();
  const opening = useOpening();
  return (
    <p className="type-meta">
      <span className="text-muted">{openingDaysShort(opening, t)}</span>
      <br />
      <span className="type-tabular">{openingTimes(opening)}</span>
    </p>
  );
}

export function CompanyLinks() {
  const { t } = useTranslation();
  return (
    <ul aria-label={t('nav.company')} className="flex flex-wrap gap-x-4">
      <li>
        <Link to={paths.terms} className="type-meta flex min-h-11 min-w-11 items-center text-muted hover:text-bone hover:underline">
          {t('nav.terms')}
        </Link>
      </li>
    </ul>
  );
}

/** Links to the club's social networks, as the owner has set them. */
export function SocialLinks() {
  const { t } = useTranslation();
  const { socialLinks } = useSite();
  if (socialLinks.length === 0) return null;
  return (
    <ul aria-label={t('nav.social')} className="flex flex-wrap gap-x-5">
      {socialLinks.map((link) => (
        <li key={link}>
          <a href={link} rel="me noopener" className="type-meta flex min-h-11 items-center text-muted hover:text-bone hover:underline">
            {socialName(link)}
          </a>
        </li>
      ))}
    </ul>
  );
}

const known: Record<string, string> = {
  soundcloud: 'SoundCloud',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  ra: 'Resident Advisor',
  t: 'Telegram',
  x: 'X',
};

/** Returns the network's name for an address: `Instagram` for `https://www.instagram.com/name`. */
export function socialName(link: string): string {
  const [name = ''] = new URL(link).hostname.replace(/^(www|m)\./, '').split('.');
  return known[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}
