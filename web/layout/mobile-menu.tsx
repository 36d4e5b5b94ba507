import { Place } from '#web/lib/place.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { CompanyLinks, OpeningHours, SocialLinks } from './company.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { AccountLinks, NavList } from './nav-links.tsx';
import { NextEvent } from './next-event.tsx';

/** All links of the side header on the full screen of a phone. */
export function MobileMenu({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('menu')} isTitleHidden isFullScreen onClose={onClose} className="flex flex-col gap-6 px-5 pt-16 pb-8">
      <nav aria-label={t('nav.label')}>
        <NavList size="screen" onFollow={onClose} />
        <hr className="my-5 border-t border-hairline" />
        <AccountLinks onFollow={onClose} />
      </nav>
      <div className="mt-auto flex flex-col gap-4">
        <NextEvent onFollow={onClose} />
        <LanguageSwitch />
        <OpeningHours />
        <Place hasRoom={false} />
        <CompanyLinks />
        <SocialLinks />
      </div>
    </Dialog>
  );
}
