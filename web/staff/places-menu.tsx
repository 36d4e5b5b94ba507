import { LanguageSwitch } from '#web/layout/language-switch.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { PlaceLinks } from './place-links.tsx';
import { Others } from './sidebar.tsx';
import { Dialog } from './ui/dialog.tsx';

/** On a phone: every place with its parts. */
export function PlacesMenu({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['common', 'staff']);
  return (
    <Dialog title={t('staff:bar.more')} look="screen" onClose={onClose} className="staff px-2 pt-14 pb-8">
      <PlaceLinks look="all" onFollow={onClose} />
      <div className="mt-4 border-t border-hairline pt-4">
        <Others onFollow={onClose} />
        <div className="px-3">
          <LanguageSwitch />
        </div>
      </div>
    </Dialog>
  );
}
