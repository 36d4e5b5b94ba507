import Keyboard from 'lucide-react/icons/keyboard';
import VolumeX from 'lucide-react/icons/volume-x';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useState } from 'react';
import { Link } from 'react-router';
import { fullName } from '#shared/accounts/account-rules.ts';
import type { Language } from '#shared/constants.ts';
import { coverRatios, coverUrl } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import type { Translate } from '#shared/translate.ts';
import { askForSecondFactor } from '#web/accounts/second-factor/second-factor-due.tsx';
import { errorText } from '#web/lib/error-text.ts';
import { RequireRight } from '#web/lib/guard.tsx';
import { useOnline } from '#web/lib/network.ts';
import type { Meta } from '#web/lib/page.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useWakeLock } from '#web/lib/use-wake-lock.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Poster } from '#web/ui/picture.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { EventLine } from './door-event.tsx';
import { ManualEntry } from './ui/manual-entry.tsx';
import { useReader } from './ui/use-reader.ts';
import { SpokenVerdict } from './ui/verdict-screen.tsx';
import { CameraPane, ModeChoice, Tool, TorchTool } from './ui/viewfinder.tsx';
import { type DoorEvents, useDoorEvent } from './use-door-event.ts';
import { useScanner } from './use-scanner.ts';
import { headlineOf, isTooYoung, reasonOf, type Verdict } from './verdict.ts';
import { VerdictView } from './verdict-view.tsx';

export default function ScannerPage() {
  return (
    <RequireRight right="door.run" without={askForSecondFactor}>
      {(rights) => <Scanner isOfConsole={rights.includes('console.open')} />}
    </RequireRight>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('door:title'), path: paths.scanner });

/** The scanner on the full screen: camera or verdict, and all controls in the lower part. */
function Scanner({ isOfConsole }: { isOfConsole: boolean }) {
  const door = useDoorEvent();
  const scanner = useScanner({ isReady: door.state === 'ready', eventId: door.standing?.id });
  const { step } = scanner;
  const shown = step.phase === 'decided' ? step.shown : undefined;
  const isOnline = useOnline();
  const { t } = useTranslation(['common', 'door', 'errors']);
  const { language } = useLanguage();
  useWakeLock(true);
  return (
    <div className="fixed inset-0 flex flex-col overflow-hidden bg-bg">
      {(!isOnline || door.isCutOff) && <ConnectionLine />}
      <h1 className="sr-only">{t('door:title')}</h1>
      <SpokenVerdict>{shown ? spokenText(shown.verdict, language, t) : ''}</SpokenVerdict>
      <div className="relative flex min-h-0 grow flex-col">
        {shown ? (
          <VerdictView
            shown={shown}
            onScanAgain={scanner.next}
            onAskAgain={() => scanner.askAgain(shown.question)}
            onAdmit={(why) => scanner.admitAnyway(shown.question, why)}
            onName={(name) => scanner.admitNamed(shown.question, name)}
          />
        ) : (
          <Aim scanner={scanner} door={door} isOfConsole={isOfConsole} />
        )}
      </div>
    </div>
  );
}

type AimProps = { scanner: ReturnType<typeof useScanner>; door: DoorEvents; isOfConsole: boolean };

function Aim({ scanner, door, isOfConsole }: AimProps) {
  const { t } = useTranslation(['common', 'door', 'errors']);
  const { step, isReject, isMuted } = scanner;
  const isLooking = step.phase === 'scanning';
  const reader = useReader({ isOn: isLooking || (step.phase === 'checking' && !step.isTyped), isLooking }, scanner.read);
  const [isTyping, setTyping] = useState(false);
  const trouble = { title: t('door:events_failed'), message: errorText(door.error, t), onRetry: door.refetch };
  return (
    <div className="flex min-h-0 grow flex-col overflow-y-auto">
      <TopLine isReject={isReject} isOfConsole={isOfConsole} />
      <EventLine door={door} />
      <CameraPane
        reader={reader}
        phase={step.phase}
        mode={isReject ? 'reject' : 'in'}
        isSameCode={scanner.isSameCode}
        rejecting={t('door:mode_reject')}
        noCamera={t('door:camera_failed')}
        trouble={door.state === 'failed' ? trouble : undefined}
        onStart={() => {
          if (door.standing && !door.standing.isOver) door.choose(door.standing.id);
          scanner.start();
        }}
        onCancel={scanner.cancel}
      >
        {door.standing && <DoorPoster id={door.standing.id} />}
      </CameraPane>
      <div className="mx-auto flex w-full max-w-160 shrink-0 flex-col gap-3 px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <ModeChoice
          label={t('door:mode')}
          modes={['in', 'reject']}
          mode={isReject ? 'reject' : 'in'}
          textOf={(mode) => t(mode === 'reject' ? 'door:reject' : 'door:accept')}
          onChoose={(mode) => scanner.chooseReject(mode === 'reject')}
        />
        <div className="flex gap-2">
          {reader.switchTorch && <TorchTool switchTorch={reader.switchTorch} />}
          <Tool Icon={Keyboard} text={t('door:type_id')} isOff={door.state !== 'ready'} onClick={() => setTyping(true)} />
          <Tool Icon={VolumeX} text={t('door:mute')} isOn={isMuted} onClick={() => scanner.setMuted(!isMuted)} />
        </div>
      </div>
      {isTyping && (
        <ManualEntry
          onClose={() => setTyping(false)}
          onSend={(ticketId) => {
            setTyping(false);
            scanner.askByHand(ticketId);
          }}
        />
      )}
    </div>
  );
}

/** Shown while tickets cannot be checked, so that staff see it before the next guest arrives. */
function ConnectionLine() {
  const { t } = useTranslation('door');
  return (
    <output className="flex min-h-11 shrink-0 items-center gap-3 bg-warn px-5 py-2 font-semibold text-coal">
      <WifiOff size={24} className="shrink-0" aria-hidden="true" />
      {t('offline')}
    </output>
  );
}

/** The poster of the door's event, where the camera's picture will be, so that a wrong event is noticed from afar. */
function DoorPoster({ id }: { id: number }) {
  return (
    <div className="-mx-5 -mt-2 min-h-0 grow self-stretch">
      <Poster src={coverUrl(id, '1x1')} {...coverRatios['1x1']} className="h-full" />
    </div>
  );
}

/** The mode, and the way out: to the console for those who may open it. */
function TopLine({ isReject, isOfConsole }: { isReject: boolean; isOfConsole: boolean }) {
  const { t } = useTranslation(['common', 'door']);
  return (
    <header
      className={classNames('flex min-h-11 shrink-0 items-center justify-between gap-4 px-5', isReject ? 'bg-danger text-coal' : 'bg-bg')}
    >
      <p className="font-semibold">{t(isReject ? 'door:mode_reject' : 'door:mode_accept')}</p>
      {/* A full page load, because all other pages have a stricter policy. */}
      <Link
        to={isOfConsole ? paths.staff : paths.profile}
        reloadDocument
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {t(isOfConsole ? 'door:to_console' : 'door:to_profile')}
      </Link>
    </header>
  );
}

function spokenText(verdict: Verdict, language: Language, t: Translate): string {
  const { guest } = verdict;
  const accepted = isTooYoung(verdict) && `${t('door:accepted')}.`;
  const status = guest?.status === 'Rejected' && `${t('door:status_line', { status: t('door:status.Rejected') })}.`;
  const said = [`${headlineOf(verdict, t)}.`, accepted, status, reasonOf(verdict, language, t), guest && fullName(guest)];
  return said.filter(Boolean).join(' ');
}
