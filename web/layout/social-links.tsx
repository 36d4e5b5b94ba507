import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { useTranslation } from 'react-i18next';
import { useSite } from '#web/lib/site.tsx';
import { socialName } from './social-name.ts';

/** Where else the club is found: the addresses its owner has set. */
export function SocialLinks() {
  const { t } = useTranslation();
  const { socialLinks } = useSite();
  if (socialLinks.length === 0) return null;
  return (
    <ul aria-label={t('nav.social')} className="flex flex-wrap gap-x-5">
      {socialLinks.map((link) => (
        <li key={link}>
          <a
            href={link}
            rel="me noopener"
            className="type-meta flex min-h-11 items-center gap-1 text-muted hover:text-bone hover:underline"
          >
            {socialName(link)}
            <ArrowUpRight size={24} />
          </a>
        </li>
      ))}
    </ul>
  );
}
