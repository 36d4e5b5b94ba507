import { useTranslation } from 'react-i18next';
import { AccountLinks, useLearnedCart } from './account-links.tsx';
import { Brand } from './brand.tsx';
import { CompanyLinks, OpeningHours, SocialLinks } from './company.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { NavList } from './nav-list.tsx';

/** The column beside every screen from 1024 px on; it scrolls by itself where it is too high (art direction §9). */
export function SideHeader() {
  const { t } = useTranslation();
  useLearnedCart();
  return (
    <header className="no-print sticky top-0 hidden h-dvh w-52 flex-col overflow-y-auto border-e border-hairline px-6 py-7 desktop:flex">
      <Brand markSize={40} />
      <nav aria-label={t('nav.label')} className="mt-12">
        <NavList size="column" />
        <hr className="my-6 border-t border-hairline" />
        <AccountLinks />
      </nav>
      <div className="mt-auto flex flex-col gap-3 pt-10">
        <OpeningHours />
        <CompanyLinks />
        <SocialLinks />
        <LanguageSwitch />
      </div>
    </header>
  );
}
