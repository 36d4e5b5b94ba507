import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#web/lib/hydrated.ts';
import { Picture, type PictureFiles } from '#web/ui/picture.tsx';

type PictureLinkProps = { picture: PictureFiles; sizes: string; isFirst: boolean; isEager: boolean; onOpen(): void };

const asButton = { role: 'button', 'aria-haspopup': 'dialog' } as const;

/** A small picture that leads to its large file; once scripts run it is a button that opens the viewer instead. */
export function PictureLink({ picture, onOpen, ...rest }: PictureLinkProps) {
  const { t } = useTranslation('pages');
  const isHydrated = useHydrated();
  const click = (event: MouseEvent) => {
    // With a key held the browser opens the file in another tab or window, as with any link.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a
      href={picture.src}
      aria-label={t('gallery.open', { name: picture.alt })}
      {...(isHydrated && asButton)}
      onClick={click}
      onKeyDown={press}
      className="block size-full"
    >
      <Picture picture={picture} {...rest} className="size-full" />
    </a>
  );
}
