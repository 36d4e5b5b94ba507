import { useState } from 'react';
import { Link } from 'react-router';
import { fullName } from '#shared/accounts/account-rules.ts';
import { paths } from '#shared/paths.ts';
import { askForSecondFactor } from '#web/accounts/second-factor/second-factor-due.tsx';
import { RequireRight } from '#web/lib/guard.tsx';
import type { Meta } from '#web/lib/page.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useOnline } from '#web/lib/network.ts';
import { useWakeLock } from '#web/lib/use-wake-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { CameraView } from './camera-view.tsx';
import { EventLine } from './door-event.tsx';
import { ConnectionLine, ManualEntry, ModeChoice, ToggleButton, TorchButton } from './scanner-controls.tsx';
import { type DoorEvents, useDoorEvent } from './use-door-event.ts';
import { useReader } from './use-reader.ts';
import { type Step, useScanner } from './use-scanner.ts';
import { headlineOf, isTooYoung, reasonOf } from './verdict.ts';
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
  const isOnline = useOnline();
  const { t } = useTranslation(['common', 'door']);
  useWakeLock(true);
  return (
    <div className="fixed inset-0 flex flex-col overflow-hidden bg-bg">
      {(!isOnline || door.isCutOff) && <ConnectionLine />}
      <h1 className="sr-only">{t('door:title')}</h1>
      <SpokenVerdict step={step} isSameCode={scanner.samePauseSeconds > 0} />
      {step.phase === 'decided' ? (
        <VerdictView
          verdict={step.verdict}
          isReject={step.question.isReject}
          onScanAgain={scanner.scanAgain}
          onAskAgain={() => scanner.askAgain(step.question)}
          onAdmit={(why) => scanner.admitAnyway(step.question, why)}
        />
      ) : (
        <Aim scanner={scanner} door={door} step={step} isOfConsole={isOfConsole} />
      )}
    </div>
  );
}

type ScannerState = ReturnType<typeof useScanner>;

type AimProps = { scanner: ScannerState; door: DoorEvents; step: Exclude<Step, { phase: 'decided' }>; isOfConsole: boolean };

function Aim({ scanner, door, step, isOfConsole }: AimProps) {
  const { t } = useTranslation(['common', 'door']);
  const reader = useReader(step, scanner.read);
  const [isTyping, setTyping] = useState(false);
  const { isReject, isMuted } = scanner;
  return (
    <div className="flex min-h-0 grow flex-col">
      <TopLine isReject={isReject} isOfConsole={isOfConsole} />
      <EventLine door={door} />
      <CameraView
        reader={reader}
        phase={step.phase}
        isReject={isReject}
        samePauseSeconds={scanner.samePauseSeconds}
        door={door}
        onStart={() => {
          if (door.standing && !door.standing.isOver) door.choose(door.standing.id);
          scanner.start();
        }}
        onCancel={scanner.scanAgain}
      />
      <div className="mx-auto flex w-full max-w-160 flex-col gap-3 px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <ModeChoice isReject={isReject} onChange={scanner.setReject} />
        <div className="flex gap-3">
          {reader.switchTorch && <TorchButton switchTorch={reader.switchTorch} />}
          <Button look="secondary" className="min-w-0 flex-1 px-2!" disabled={door.state !== 'ready'} onClick={() => setTyping(true)}>
            {t('door:type_id')}
          </Button>
          <ToggleButton isOn={isMuted} onClick={() => scanner.setMuted(!isMuted)}>
            {t('door:mute')}
          </ToggleButton>
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

/** The verdict for screen readers; interrupts what is being read. */
function SpokenVerdict({ step, isSameCode }: { step: Step; isSameCode: boolean }) {
  const { t } = useTranslation(['common', 'door', 'errors']);
  const { language } = useLanguage();
  const said = () => {
    if (step.phase === 'checking') return t('door:checking');
    if (step.phase !== 'decided') return isSameCode ? t('door:same_code') : '';
    const { guest } = step.verdict;
    const name = guest && fullName(guest);
    const status = guest?.status === 'Rejected' && `${t('door:status_line', { status: t('door:status.Rejected') })}.`;
    const accepted = isTooYoung(step.verdict) && `${t('door:accepted')}.`;
    return [`${headlineOf(step.verdict, t)}.`, accepted, status, reasonOf(step.verdict, language, t), name].filter(Boolean).join(' ');
  };
  return (
    <p aria-live="assertive" className="sr-only">
      {said()}
    </p>
  );
}
