import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { setVenueTimeZone, toWireTime } from '#shared/dates.ts';
import { openDoorPhone } from '#web/door/phone/open-door-phone.ts';
import { NowProvider } from '#web/lib/now.tsx';
import { TranslatorProvider, useTranslation } from '#web/ui/translation.tsx';
import { DoorApp } from './door-app.tsx';
import { createDoorTranslator } from './door-language.ts';
import { consumeSecret } from './secret.ts';
import { NoticeScreen } from './pairing.tsx';

const LOCK = 'rkali-door';

/**
 * Resolves to true if this is the only tab of the door, and holds the lock until it is closed. `waits`: waits for the other tab to close.
 * Always true in browsers without locks.
 */
const holdDoor = (waits = false): Promise<boolean> =>
  new Promise((resolve) => {
    if (!('locks' in navigator)) return resolve(true);
    const hold = async (lock: Lock | null) => {
      resolve(lock !== null);
      if (lock) await new Promise<never>(() => undefined);
    };
    navigator.locks.request(LOCK, waits ? {} : { ifAvailable: true }, hold).catch(() => resolve(true));
  });

const { timeZone } = document.documentElement.dataset;
if (timeZone) setVenueTimeZone(timeZone);

const secret = consumeSecret();
const container = document.querySelector('#root');
if (container) void show(container);

/** Shows the door once no other tab of this phone has it open. */
async function show(container: Element): Promise<void> {
  const translator = await createDoorTranslator();
  const root = createRoot(container);
  const page = (content: ReactNode) => (
    <TranslatorProvider value={translator}>
      <NowProvider start={toWireTime(new Date())}>{content}</NowProvider>
    </TranslatorProvider>
  );
  if (!(await holdDoor())) {
    root.render(page(<SecondTab />));
    await holdDoor(true);
  }
  root.render(page(<DoorApp phone={openDoorPhone()} secret={secret} />));
}

/** Shown until the other tab of the door is closed. */
function SecondTab() {
  const { t } = useTranslation('scanner-device');
  return <NoticeScreen title={t('second_tab.title')} text={t('second_tab.text')} />;
}
