import Ellipsis from 'lucide-react/icons/ellipsis';
import Keyboard from 'lucide-react/icons/keyboard';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState } from 'react';
import { RULE_VERSION } from '#shared/door/admission.ts';
import { timeText } from '#shared/dates.ts';
import { roomState } from '#shared/door/room.ts';
import { mayUseLists } from '#shared/door/scanner-devices.ts';
import { eventName } from '#shared/events/timing.ts';
import type { Signals } from '#web/door/ui/signals.ts';
import { ManualEntry } from '#web/door/ui/manual-entry.tsx';
import { SpokenVerdict } from '#web/door/ui/verdict-screen.tsx';
import { useReader } from '#web/door/ui/use-reader.ts';
import { CameraPane, ModeChoice, modeLooks, Tool, TorchTool } from '#web/door/ui/viewfinder.tsx';
import type { PhoneState, ScanMode } from '#web/door/phone/door-phone.ts';
import type { DoorPhone } from '#web/door/phone/open-door-phone.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useWakeLock } from '#web/lib/use-wake-lock.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { ConflictCards, conflictTitle } from './conflict-card.tsx';
import { renewDoor } from './stored-door.ts';
import { type MorePage, MoreSheet } from './more-sheet.tsx';
import { DeviceVerdict } from './device-verdict.tsx';
import { SearchSheet } from './search-sheet.tsx';
import { Alert, InsideCount, ConnectivityState } from './status-bar.tsx';
import { useKeyReader } from './key-reader.ts';
import { ActsSheet } from './acts-sheet.tsx';
import { spokenText } from './verdict-texts.ts';
import { type LastAdmission, usePassing } from './use-passing.ts';

type Sheet = 'number' | 'search' | 'acts' | MorePage;

type DoorScreenProps = {
  phone: DoorPhone;
  state: PhoneState;
  signals: Signals;
  /** The tap that paired the phone also started the camera. */
  isStarted: boolean;
  /** Undefined until the browser has answered. */
  isStored: boolean | undefined;
};

/** The door at work: camera or verdict on the full screen, all controls in the lower part. */
export function DoorScreen({ phone, state, signals, isStarted, isStored }: DoorScreenProps) {
  const { t } = useTranslation(['common', 'scanner-device']);
  const { language } = useLanguage();
  const { head, scannerDevice, conflicts } = state;
  const passing = usePassing(phone, { signals, isStarted });
  const { step } = passing;
  const [sheet, setSheet] = useState<Sheet>();
  const isReady = head !== undefined && !state.isFull;
  const keepsCamera = step.phase === 'decided' ? head?.door.isAutomatic === true : step.phase !== 'idle';
  const isLooking = isReady && step.phase === 'scanning' && sheet === undefined;
  const reader = useReader({ isOn: keepsCamera, isLooking }, passing.read);
  const takesKeys = isReady && sheet === undefined && step.phase !== 'idle';
  const isGeorgian = useKeyReader(takesKeys, (text) => {
    if (step.phase !== 'checking') passing.scanText(text);
  });
  useWakeLock(true);
  useWarning(
    conflicts.map(({ id }) => id),
    () => passing.give('conflict'),
  );
  useEffect(() => {
    if (head && head.ruleVersion > RULE_VERSION) void renewDoor(head.ruleVersion);
  }, [head]);

  const may = (right: NonNullable<PhoneState['scannerDevice']>['rights'][number]) => scannerDevice?.rights.includes(right) === true;
  const modes = modesOf(may('reject'), head);
  const undo = (scanId: string) => void passing.undo(scanId);
  const close = () => setSheet(undefined);
  const ask = (ticketId: number) => {
    close();
    passing.ask(ticketId);
  };
  const shown = step.phase === 'decided' ? step.shown : undefined;
  const admission = shown?.verdict?.verdict === 'admit' ? shown.verdict : undefined;
  const { last } = passing;
  const [firstConflict] = conflicts;
  return (
    <main className="fixed inset-0 flex flex-col overflow-hidden bg-bg">
      <h1 className="sr-only">{t('scanner-device:title')}</h1>
      <SpokenVerdict>{shown ? spokenText(shown, head, language, t) : ''}</SpokenVerdict>
      {shown && firstConflict && <Alert>{t(`scanner-device:conflicts.titles.${conflictTitle(firstConflict)}`)}</Alert>}
      <div className="relative flex min-h-0 grow flex-col">
        <div inert={shown !== undefined || step.phase === 'checking'} className="flex min-h-0 grow flex-col overflow-y-auto">
          <header className="flex shrink-0 flex-wrap items-stretch justify-between gap-x-2 gap-y-1 px-2 pt-[max(0.25rem,env(safe-area-inset-top))]">
            <InsideCount inside={state.inside} licensed={head?.door.licensed} isAlone={state.connectivity === 'alone'} />
            <ConnectivityState state={state} onOpen={() => setSheet('sent')} />
          </header>
          <p className={classNames('shrink-0 truncate px-5 leading-7 font-semibold', modeLooks[passing.mode].line)}>
            {passing.mode !== 'in' && `${t(`scanner-device:mode.now_${passing.mode}`)} · `}
            {scannerDevice?.name} · {head ? eventName(head.event, language) : t('scanner-device:no_event')}
          </p>
          <Alerts state={state} isGeorgian={isGeorgian} isStored={isStored} />
          <ConflictCards conflicts={conflicts} listed={state.listed} onSeen={(ids) => ids.forEach((id) => void phone.acknowledge(id))} />
          <CameraPane
            reader={reader}
            phase={step.phase}
            mode={passing.mode}
            isSameCode={passing.isSameCode}
            rejecting={t('scanner-device:mode.now_reject')}
            noCamera={t('scanner-device:no_camera')}
            onStart={passing.start}
          >
            <p className="text-[1.25rem] font-bold">{t('scanner-device:ready', { name: scannerDevice?.name })}</p>
          </CameraPane>
          <div className="mx-auto flex w-full max-w-160 shrink-0 flex-col gap-2 px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
            <LastLine last={may('undo') ? last : undefined} onUndo={undo} onActs={() => setSheet('acts')} />
            <ModeChoice
              label={t('scanner-device:mode.label')}
              modes={modes}
              mode={passing.mode}
              textOf={(mode) => t(`scanner-device:mode.${mode}`)}
              onChoose={passing.chooseMode}
            />
            <div className="flex flex-wrap gap-2">
              {may('walk_up') && <Clicker onCount={(kind) => void phone.count(kind)} />}
              <fieldset aria-label={t('scanner-device:tools.label')} className="flex min-w-0 grow-3 basis-[13rem] gap-2">
                {reader.switchTorch && <TorchTool switchTorch={reader.switchTorch} />}
                <Tool Icon={Keyboard} text={t('scanner-device:tools.number')} onClick={() => setSheet('number')} />
                {mayUseLists(scannerDevice?.rights ?? []) && (
                  <Tool Icon={Search} text={t('scanner-device:tools.search')} onClick={() => setSheet('search')} />
                )}
                <Tool Icon={Ellipsis} text={t('scanner-device:tools.more')} onClick={() => setSheet('more')} />
              </fieldset>
            </div>
          </div>
        </div>
        {shown && (
          <DeviceVerdict
            key={`${shown.key} ${shown.verdict?.scanId}`}
            shown={shown}
            head={head}
            isAlone={state.connectivity === 'alone'}
            mayReject={may('reject')}
            onExplain={may('reject') ? passing.explain : undefined}
            mayRefund={may('refund') && head?.door.refunds === true}
            isUndone={last?.isUndone === true && last.scanId === admission?.scanId}
            onUndo={admission && may('undo') ? () => undo(admission.scanId) : undefined}
            onNext={passing.next}
          />
        )}
      </div>
      {sheet === 'number' && <ManualEntry onClose={close} onSend={ask} />}
      {sheet === 'search' && (
        <SearchSheet
          phone={phone}
          mode={passing.mode}
          isAlone={state.connectivity === 'alone'}
          maySearch={may('search')}
          listed={state.listed}
          onAdmit={(entryId, people) => {
            close();
            passing.admitEntry(entryId, people);
          }}
          onClose={close}
          onAsk={ask}
        />
      )}
      {sheet === 'acts' && (
        <ActsSheet
          phone={phone}
          listed={state.listed}
          mayUndo={(what) => may('undo') || (what === 'refund' && may('refund'))}
          onUndo={passing.undo}
          onClose={close}
        />
      )}
      {sheet !== undefined && sheet !== 'number' && sheet !== 'search' && sheet !== 'acts' && (
        <MoreSheet
          phone={phone}
          state={state}
          page={sheet}
          isMuted={passing.isMuted}
          isStored={isStored === true}
          onMute={passing.setMuted}
          onOpen={setSheet}
          onClose={close}
        />
      )}
    </main>
  );
}

/** Exits are counted only where guests may come back in. */
function modesOf(mayReject: boolean, head: PhoneState['head']): ScanMode[] {
  const countsExits = head !== undefined && head.door.exits !== 'none';
  return ['in', ...(countsExits ? ['out' as const] : []), ...(mayReject ? ['reject' as const] : []), 'info'];
}

function Alerts({ state, isGeorgian, isStored }: { state: PhoneState; isGeorgian: boolean; isStored: boolean | undefined }) {
  const { t } = useTranslation('scanner-device');
  const placesLeft = placesLeftAlone(state);
  return (
    <>
      {state.head?.event.state === 'cancelled' && <Alert isGrave>{t('alerts.cancelled')}</Alert>}
      {state.isFull && <Alert isGrave>{t('alerts.full')}</Alert>}
      {state.clock.isJumped && <Alert>{t('alerts.clock')}</Alert>}
      {placesLeft > 0 && <Alert>{t('alerts.places_left', { count: placesLeft })}</Alert>}
      {isGeorgian && <Alert>{t('alerts.layout')}</Alert>}
      {isStored === false && <Alert>{t('alerts.not_saved')}</Alert>}
    </>
  );
}

/** The places that a phone alone has left in a room that is nearly full; otherwise 0. */
function placesLeftAlone({ connectivity, inside, head }: PhoneState): number {
  if (connectivity !== 'alone' || inside === undefined || head === undefined) return 0;
  const { licensed } = head.door;
  return roomState(inside, licensed) === 'nearly_full' ? licensed - inside : 0;
}

/** Counts people who enter or leave without a ticket. */
function Clicker({ onCount }: { onCount(kind: 'plus' | 'minus'): void }) {
  const { t } = useTranslation('scanner-device');
  const look =
    'grid min-h-14 min-w-14 flex-1 place-items-center rounded-control border-2 border-control hover:bg-surface-2 active:bg-bone active:text-coal';
  return (
    <fieldset aria-label={t('clicker.label')} className="flex shrink-0 grow gap-2">
      <button type="button" aria-label={t('clicker.minus')} onClick={() => onCount('minus')} className={look}>
        <Minus size={28} aria-hidden="true" />
      </button>
      <button type="button" aria-label={t('clicker.plus')} onClick={() => onCount('plus')} className={look}>
        <Plus size={28} aria-hidden="true" />
      </button>
    </fieldset>
  );
}

type LastLineProps = { last: LastAdmission | undefined; onUndo(scanId: string): void; onActs(): void };

/** The last admission with its undo, and the way to all that this phone did. */
function LastLine({ last, onUndo, onActs }: LastLineProps) {
  const { t } = useTranslation('scanner-device');
  const link = 'min-h-14 shrink-0 rounded-control px-3 font-semibold underline decoration-2 underline-offset-4';
  return (
    <div className="flex min-h-14 items-center justify-between gap-1 ps-2">
      <output className="min-w-0 grow font-semibold">
        {last && (last.isUndone ? t('last.undone') : t('last.text', { time: timeText(last.at) }))}
      </output>
      {last && !last.isUndone && (
        <button type="button" onClick={() => onUndo(last.scanId)} className={link}>
          {t('last.undo')}
        </button>
      )}
      <button type="button" onClick={onActs} className={link}>
        {t('acts.open')}
      </button>
    </div>
  );
}

/** Signals a new conflict with sound and vibration, once. */
function useWarning(ids: readonly number[], warn: () => void): void {
  const known = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    if (ids.some((id) => !known.current.has(id))) warn();
    known.current = new Set([...known.current, ...ids]);
  });
}
