import { createRoot } from 'react-dom/client';
import { fullName } from '#shared/accounts/account-rules.ts';
import { dateText } from '#shared/dates.ts';
import { isLanguage } from '#web/lib/i18n.ts';
import { NowProvider } from '#web/lib/now.tsx';
import { head, phoneState, stillPhone } from '#tests/factories/phone-state.ts';
import { createTranslator } from '#web/ui/translator.ts';
import { TranslatorProvider } from '#web/ui/translation.tsx';
import { DoorApp } from '#web/door/device/door-app.tsx';
import { DeviceVerdict } from '#web/door/device/device-verdict.tsx';
import { DoorScreen } from '#web/door/device/door-screen.tsx';
import { texts as en } from '#web/door/device/texts-en.ts';
import { texts as ka } from '#web/door/device/texts-ka.ts';
import { verdictTexts } from '#web/door/device/verdict-texts.ts';
import { createSignals } from '#web/door/ui/signals.ts';
import { actsShown, foundShown, stateShown } from './phone-states.ts';
import { shownOf, VERDICTS } from './verdict-cases.ts';

/** The page of a scanner device in one state, which the address names: `#en/verdict/valid`, `#ka/screen/alone`. */
const [language = '', part, name = ''] = location.hash.slice(1).split('/');
if (!isLanguage(language)) throw new Error(`There is no language ${language}.`);
const translator = createTranslator(language, { en, ka });
document.documentElement.lang = language;
const refunding = head({ exits: 'always', refunds: true });

function Verdict() {
  const key = VERDICTS.find((one) => one === name);
  if (!key) throw new Error(`There is no verdict ${name}.`);
  const shown = shownOf(key);
  const { t } = translator;
  const { word, text, next } = verdictTexts(shown, refunding, translator.language, t);
  const { guest, verdict } = shown.verdict ?? {};
  // What must be readable without scrolling.
  const seen = [word, text, next, ...(guest ? [fullName(guest), dateText(guest.birthdate, translator.language, t)] : [])];
  const nothing = () => undefined;
  return (
    <main className="fixed inset-0 flex flex-col overflow-hidden bg-bg" data-seen={JSON.stringify(seen)}>
      <div className="relative flex min-h-0 grow flex-col">
        <DeviceVerdict
          shown={shown}
          head={refunding}
          isAlone={shown.verdict?.decidedBy === 'phone'}
          isUndone={false}
          onExplain={() => new Promise(() => undefined)}
          mayRefund
          mayReject
          onUndo={verdict === 'admit' ? nothing : undefined}
          onNext={nothing}
        />
      </div>
    </main>
  );
}

function Screen() {
  const state = phoneState({ head: refunding, ...stateShown(name) });
  const phone = { ...stillPhone(state), acts: async () => actsShown, search: async () => foundShown };
  if (state.phase !== 'ready') return <DoorApp phone={phone} secret="secret" />;
  return <DoorScreen phone={phone} state={state} signals={createSignals()} isStarted isStored />;
}

const root = document.querySelector('#root');
if (root)
  createRoot(root).render(
    <TranslatorProvider value={translator}>
      <NowProvider start="2026-11-21T23:41:00+04:00">{part === 'verdict' ? <Verdict /> : <Screen />}</NowProvider>
    </TranslatorProvider>,
  );
