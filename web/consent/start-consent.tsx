import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { paths, isScannerPage, isTrackedPage } from '#shared/paths.ts';
import type { Trackers } from '#shared/rendering.ts';
import { session } from '#web/lib/browser-api.ts';
import { documentPath } from '#web/lib/document.ts';
import { SHOW_CHOICE } from '#web/lib/track.ts';
import { reloadWithTypedText } from '#web/lib/typed-text.ts';
import { Button } from '#web/ui/button.tsx';
import { TranslatorProvider, useTranslation } from '#web/ui/translation.tsx';
import type { Translator } from '#web/ui/translator.ts';

/** Asks for consent where the owner has configured trackers, and starts them where it was given (docs/decisions/0069). */
export async function startConsent(translator: Translator, trackers: Trackers): Promise<void> {
  const document = documentPath();
  if (isScannerPage(document)) return;
  await translator.need(['consent']);
  let isRunning = false;
  const start = () => {
    // A document that was loaded as a personal page forbids foreign scripts by its policy, also after navigation to another page.
    if (!isTrackedPage(document) || session.token() !== null) return;
    isRunning = true;
    void load().then(({ startTrackers }) => startTrackers(trackers));
  };
  // When a user signs in in another tab, the page reloads without the trackers: no foreign script runs beside a token.
  session.subscribe(() => isRunning && session.token() !== null && reloadWithTypedText());
  if (readChoice() === 'accepted') start();
  const place = globalThis.document.createElement('div');
  // First in the tab order, because it is seen first.
  globalThis.document.body.prepend(place);
  createRoot(place).render(
    <TranslatorProvider value={translator}>
      <ConsentBar trackers={trackers} start={start} stop={() => void stop()} />
    </TranslatorProvider>,
  );
}

const load = () => import('./trackers.ts');

/** A running script cannot be unloaded, so the page is reloaded without it. */
async function stop(): Promise<void> {
  const { forgetTrackers } = await load();
  forgetTrackers();
  reloadWithTypedText();
}

type ConsentBarProps = {
  trackers: Trackers;
  /** Called at the first consent. */
  start(): void;
  /** Called when consent is withdrawn. */
  stop(): void;
};

/** Asks once for consent to trackers; both answers look the same. The bar covers no content and may be left unanswered. */
function ConsentBar({ trackers, start, stop }: ConsentBarProps) {
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

/** The link in the frame opens the bar again; the bar then takes the focus, and gives it back when it closes. */
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
    // Elements behind the bar are scrolled clear of it when they are focused.
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

/** A visitor's consent to trackers, stored on the device only; where storage is forbidden, for this page. */
type TrackingChoice = 'accepted' | 'declined';

const KEY = 'trackingChoice';
let memory: string | null = null;

/** Returns the stored choice; a browser that asks not to be tracked counts as a refusal. Undefined when the visitor must be asked. */
function readChoice(): TrackingChoice | undefined {
  const kept = stored();
  if (kept === 'accepted' || kept === 'declined') return kept;
  return asksNotToBeTracked() ? 'declined' : undefined;
}

function writeChoice(choice: TrackingChoice): void {
  memory = choice;
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
}

/** Calls back when another tab stores a choice; returns the function that stops it. */
function onForeignChoice(listener: (choice: TrackingChoice) => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    const choice = key === KEY ? readChoice() : undefined;
    if (choice) listener(choice);
  };
  globalThis.addEventListener('storage', heard);
  return () => globalThis.removeEventListener('storage', heard);
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY) ?? memory;
  } catch {
    return memory;
  }
}

/** Global Privacy Control, which TypeScript does not declare yet, and its predecessor Do Not Track. */
const asksNotToBeTracked = (): boolean =>
  Reflect.get(navigator, 'globalPrivacyControl') === true || Reflect.get(navigator, 'doNotTrack') === '1';
