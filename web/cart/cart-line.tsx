import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { Link } from 'react-router';
import { timeText } from '#shared/dates.ts';
import { type CoverFacts, coverState } from '#shared/media/cover-state.ts';
import { coverRatios, coverUrl } from '#shared/media/covers.ts';
import { moneyText } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { useNow } from '#web/lib/now.tsx';
import { usePhoto } from '#web/lib/pictures.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { Poster } from '#web/ui/picture.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, Money, WeekdayText } from '#web/ui/value-text.tsx';
import type { CartItem } from './cart-store.ts';
import { secondsLeft, useServerNow } from './hold-clock.ts';
import { descriptionOf, nameOf } from './use-cart.ts';

type CartLineProps = { item: CartItem; isLeaving: boolean; problem: string | undefined; onRemove(): void };

/** A line of the cart: picture, name, hold timer, price and remove button. */
export function CartLine({ item, isLeaving, problem, onRemove }: CartLineProps) {
  const { t } = useTranslation(['common', 'cart']);
  const { language } = useLanguage();
  const name = nameOf(item, language);
  const description = descriptionOf(item, language);
  return (
    <article className="flex flex-wrap gap-4 border-b border-hairline py-5 tablet:gap-5">
      <CartPicture eventId={item.eventId} image={item.image} cover={item.cover} name={name} />
      {/* Large letters need the whole width, so the text wraps below the picture. */}
      <div className="flex min-w-0 grow basis-36 flex-col gap-1.5">
        <div className="flex flex-wrap items-start justify-between gap-x-5 gap-y-1">
          <div className="min-w-0 grow basis-[10rem]">
            <FittedText as="h2" className="type-display-s">
              {name}
            </FittedText>
          </div>
          <p className="text-[1.25rem] leading-8 font-bold">
            {item.quantity > 1 && <span className="type-tabular">{item.quantity} × </span>}
            {item.publicPrice !== null && item.publicPrice > item.price && (
              <s className="me-2 font-normal text-muted">
                <span className="sr-only">{t('cart:instead_of')} </span>
                <Money gel={item.publicPrice} />
              </s>
            )}
            <Money gel={item.price} />
          </p>
        </div>
        <p className="type-meta">
          <Link to={paths.event(item.eventId)} className="hover:underline [&:hover>time]:underline [&>time]:inline-block">
            <WeekdayText at={item.date} />, <DateText at={item.date} />
          </Link>
        </p>
        <p className="type-meta text-muted">
          {t('cart:doors', { time: timeText(item.date) })}. {t('cart:entry', { count: item.quantity })}.
        </p>
        {description !== '' && <p className="type-meta line-clamp-3 text-muted">{firstSentence(description)}</p>}
        {item.code !== null && <p className="type-meta wrap-anywhere">{t('cart:with_code', { code: item.code })}</p>}
        {item.code === null && item.presentPrice !== null && item.presentPrice !== item.price && (
          <p className="type-meta">{t('cart:price_unchanged', { price: moneyText(item.presentPrice) })}</p>
        )}
        {item.namesRequired && item.quantity > 1 && <p className="type-meta">{t('cart:for_friends')}</p>}
        {item.heldUntil !== null && <HoldTimer heldUntil={item.heldUntil} />}
        <LineProblem text={problem} />
        <div>
          <Button
            look="quiet"
            size="small"
            className="-ms-1"
            isPending={isLeaving}
            aria-label={t('cart:remove_named', { name })}
            onClick={onRemove}
          >
            {t('cart:remove')}
          </Button>
        </div>
      </div>
    </article>
  );
}

/** A whole sentence instead of a text that is cut off. */
const firstSentence = (text: string): string => /^.*?[.!?…](?=\s|$)/su.exec(text)?.[0] ?? text;

/** Until when a place is held, by the venue's clock; the time left is above the checkout button. */
function HoldTimer({ heldUntil }: { heldUntil: string }) {
  const { t } = useTranslation(['common', 'cart']);
  const isOver = secondsLeft(heldUntil, useServerNow()) === 0;
  if (isOver) return <p className="type-meta text-warn">{t('cart:reservation_expired')}</p>;
  return <p className="type-meta text-muted">{t('cart:reserved_until', { time: timeText(heldUntil) })}</p>;
}

/** The error of a line; the toast reads it out. */
export function LineProblem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="type-meta flex gap-2 font-semibold text-danger">
      <TriangleAlert size={20} className="shrink-0" />
      {text}
    </p>
  );
}

type CartPictureProps = { eventId: number; image: string | null; cover: CoverFacts | undefined; name: string; isGrey?: boolean };

/** The poster of a line; a press enlarges it. */
export function CartPicture({ eventId, image, cover, name, isGrey = false }: CartPictureProps) {
  const { t } = useTranslation(['common', 'cart']);
  const [isEnlarged, setEnlarged] = useState(false);
  const { photo, watch } = usePhoto({ eventPhotoUrl: image });
  const now = useNow();
  const src = photo ?? coverUrl(eventId, '4x5', cover && coverState(cover, now));
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
