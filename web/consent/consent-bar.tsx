import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import type { Trackers } from '#shared/rendering.ts';
import { SHOW_CHOICE } from '#web/lib/track.ts';
import { Button } from '#web/ui/button.tsx';
import { onForeignChoice, readChoice, writeChoice, type TrackingChoice } from './tracking-choice.ts';

type ConsentBarProps = {
  trackers: Trackers;
  /** Called once, the first time that there is consent. */
  start(): void;
  /** Called when consent is taken back. */
  stop(): void;
};

/** Asks once whether other companies may count; both answers weigh the same. It stands in nobody's way and may be left unanswered. */
export function ConsentBar({ trackers, start, stop }: ConsentBarProps) {
  const { t } = useTranslation('consent');
  const [choice, setChoice] = useState(readChoice);
  const [isOpen, setOpen] = useState(choice === undefined);
  const { bar, cameFrom } = useShowAgain(() => setOpen(true), isOpen);

  const follow = (next: TrackingChoice) => {
    setChoice(next);
    setOpen(false);
    if (next === choice) return;
    if (next === 'accepted') start();
    else if (choice === 'accepted') stop();
  };
  useEffect(() => onForeignChoice(follow));
  const choose = (next: TrackingChoice) => () => {
    writeChoice(next);
    cameFrom.current?.focus();
    follow(next);
  };
  if (!isOpen) return null;
  const names = [trackers.googleAnalytics && 'Google Analytics', trackers.metaPixel && 'Meta Pixel'].filter(Boolean).join(', ');
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-labelledby="consent"
      className="no-print fixed inset-x-3 top-17 z-10 flex max-h-[70dvh] flex-col gap-3 overflow-y-auto rounded-control border border-control bg-surface-1 p-4 tablet:start-auto tablet:w-96 desktop:start-56 desktop:top-auto desktop:bottom-4"
    >
      <h2 id="consent" className="font-semibold">
        {t('title')}
      </h2>
      <p className="type-small">
        {t('text', { names })}{' '}
        <a href={paths.terms} className="link">
          {t('terms')}
        </a>
      </p>
      <p className="type-small text-muted">{choice === undefined ? t('how') : t(choice)}</p>
      <div className="grid grid-cols-2 gap-3">
        <Button look="secondary" size="small" onClick={choose('accepted')}>
          {t('accept')}
        </Button>
        <Button look="secondary" size="small" onClick={choose('declined')}>
          {t('decline')}
        </Button>
      </div>
    </section>
  );
}

/** The link in the frame opens it again: then it takes the focus, and gives it back. */
function useShowAgain(open: () => void, isOpen: boolean) {
  const bar = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  useEffect(() => {
    const show = () => {
      cameFrom.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      open();
    };
    globalThis.addEventListener(SHOW_CHOICE, show);
    return () => globalThis.removeEventListener(SHOW_CHOICE, show);
  });
  useEffect(() => {
    const { style } = document.documentElement;
    const box = isOpen ? bar.current?.getBoundingClientRect() : undefined;
    if (!box) return undefined;
    // What takes the focus is scrolled clear of the bar.
    const isBelow = box.top > innerHeight / 2;
    style.setProperty(isBelow ? 'scroll-padding-bottom' : 'scroll-padding-top', `${isBelow ? innerHeight - box.top : box.bottom}px`);
    return () => {
      style.removeProperty('scroll-padding-top');
      style.removeProperty('scroll-padding-bottom');
    };
  }, [isOpen]);
  useEffect(() => {
    if (isOpen && cameFrom.current) bar.current?.focus();
  }, [isOpen]);
  return { bar, cameFrom };
}
