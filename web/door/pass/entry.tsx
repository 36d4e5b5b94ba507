import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { toWireTime } from '#shared/dates.ts';
import { openDoorPhone } from '#web/door/phone/open-door-phone.ts';
import { NowProvider } from '#web/lib/now.tsx';
import { TranslatorProvider } from '#web/ui/translation.tsx';
import { DoorApp } from './door-app.tsx';
import { createDoorTranslator } from './door-language.ts';
import { SecondTab } from './second-tab.tsx';
import { holdDoor } from './one-tab.ts';
import { takeSecret } from './secret.ts';

const secret = takeSecret();
const container = document.querySelector('#root');
if (container) void show(container);

/** Shows the door once no other tab of this phone has it. */
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
