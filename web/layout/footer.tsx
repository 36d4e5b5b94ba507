import { useTranslation } from 'react-i18next';
import { useSite } from '#web/lib/site.tsx';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { AccountLinks } from './account-links.tsx';
import { CompanyLinks, OpeningHours, SocialLinks } from './company.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { ALL_PAGES, NavList } from './nav-list.tsx';

/** What stands beside the page on a wide screen stands below it on a narrow one. */
export function Footer() {
  const { t } = useTranslation();
  const { phone, email } = useSite();
  return (
    <footer className="no-print mt-12 flex flex-col gap-4 border-t border-hairline px-5 py-8 desktop:hidden">
      <noscript>
        <nav id={ALL_PAGES} aria-label={t('nav.label')}>
          <NavList size="screen" />
          <AccountLinks />
        </nav>
        <LanguageSwitch />
      </noscript>
      <OpeningHours />
      <p className="flex flex-col">
        <PhoneLink phone={phone} />
        <a href={`mailto:${email}`} className="inline-flex min-h-11 items-center">
          {email}
        </a>
      </p>
      <CompanyLinks />
      <SocialLinks />
    </footer>
  );
}
