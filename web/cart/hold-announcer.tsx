import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExpiredLineView } from '#shared/cart/cart.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import type { CartItem } from './cart-store.ts';
import { holdNews, type HoldNews } from './hold-time.ts';
import { nameOf } from './item-text.ts';
import { useServerNow } from './use-server-now.ts';

type HoldAnnouncerProps = { items: readonly CartItem[]; expired: readonly ExpiredLineView[] };

/** Tells those who listen about the time left, at a few moments only: a timer that speaks every second would be all they hear. */
export function HoldAnnouncer({ items, expired }: HoldAnnouncerProps) {
  const { t } = useTranslation(['common', 'cart']);
  const { language } = useLanguage();
  const now = useServerNow();
  const last = useRef({ items, now });
  const [text, setText] = useState('');

  useEffect(() => {
    const { items: known, now: before } = last.current;
    last.current = { items, now };
    const said = known.flatMap((item) => {
      const news = isGone(item, items, expired) ? over : newsOf(item, before, now);
      const name = nameOf(item, language);
      if (!news) return [];
      return news.kind === 'over' ? t('cart:announce_over', { name }) : t('cart:announce_left', { name, count: news.minutes });
    });
    if (said.length > 0) setText(said.join(' '));
  }, [now, items, expired, language, t]);

  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}

const over: HoldNews = { kind: 'over' };

const newsOf = ({ heldUntil }: CartItem, before: number, now: number): HoldNews | undefined =>
  heldUntil === null ? undefined : holdNews(heldUntil, before, now);

/** The server said so before the timer did. */
const isGone = ({ eventId }: CartItem, items: readonly CartItem[], expired: readonly ExpiredLineView[]): boolean =>
  items.every((item) => item.eventId !== eventId) && expired.some((line) => line.eventId === eventId);
