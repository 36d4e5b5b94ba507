import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coverRatios, coverUrl } from '#shared/media/cover-ratios.ts';
import { usePhoto } from '#web/lib/use-photo.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Poster } from '#web/ui/poster.tsx';

type CartPictureProps = { eventId: number; image: string | null; name: string; isGrey?: boolean };

/** The poster of a line, which a press enlarges. */
export function CartPicture({ eventId, image, name, isGrey = false }: CartPictureProps) {
  const { t } = useTranslation(['common', 'cart']);
  const [isEnlarged, setEnlarged] = useState(false);
  const { photo, watch } = usePhoto({ eventPhotoUrl: image });
  const src = photo ?? coverUrl(eventId, '4x5');
  return (
    <>
      <button
        type="button"
        aria-label={t('cart:enlarge_image', { name })}
        onClick={() => setEnlarged(true)}
        className={classNames('shrink-0 self-start', isGrey && 'grayscale')}
      >
        <Poster {...watch} src={src} {...coverRatios['4x5']} className="h-25! w-20! tablet:h-35! tablet:w-28!" />
      </button>
      {isEnlarged && (
        <Dialog title={name} className="flex flex-col gap-4 p-5" onClose={() => setEnlarged(false)}>
          <Poster {...watch} src={src} {...coverRatios['4x5']} alt={t('cart:image_of', { name })} isFirst />
        </Dialog>
      )}
    </>
  );
}
