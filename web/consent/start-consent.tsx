import type { i18n } from 'i18next';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import type { Trackers } from '#shared/rendering.ts';
import { isScannerPage, isTrackedPage } from '#shared/tracked-pages.ts';
import { session } from '#web/lib/browser-api.ts';
import { documentPath } from '#web/lib/document-policy.ts';
import { needWords } from '#web/lib/lazy-routes.ts';
import { reloadWithTypedText } from '#web/lib/typed-text.ts';
import { ConsentBar } from './consent-bar.tsx';
import { readChoice } from './tracking-choice.ts';

/** Asks for consent where the owner has configured trackers, and starts them where it was given (docs/decisions/0015). */
export async function startConsent(words: i18n, trackers: Trackers): Promise<void> {
  const document = documentPath();
  if (isScannerPage(document)) return;
  await needWords(words, ['consent']);
  let isRunning = false;
  const start = () => {
    // The rules of this document forbid foreign scripts where it was loaded as one person's page, also after leaving that page.
    if (!isTrackedPage(document) || session.token() !== null) return;
    isRunning = true;
    void load().then(({ startTrackers }) => startTrackers(trackers));
  };
  // Somebody signed in in another tab: no script of others stays beside their token.
  session.subscribe(() => isRunning && session.token() !== null && reloadWithTypedText());
  if (readChoice() === 'accepted') start();
  const place = globalThis.document.createElement('div');
  // First in the order of the keyboard, as it is in sight.
  globalThis.document.body.prepend(place);
  createRoot(place).render(
    <I18nextProvider i18n={words}>
      <ConsentBar trackers={trackers} start={start} stop={() => void stop()} />
    </I18nextProvider>,
  );
}

const load = () => import('./trackers.ts');

/** A script that runs cannot be taken out of a page, so the page is loaded anew without it. */
async function stop(): Promise<void> {
  const { forgetTrackers } = await load();
  forgetTrackers();
  reloadWithTypedText();
}
