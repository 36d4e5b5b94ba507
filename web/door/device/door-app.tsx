import { useEffect, useState, useSyncExternalStore } from 'react';
import { createSignals } from '#web/door/ui/signals.ts';
import type { DoorPhone } from '#web/door/phone/open-door-phone.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { DoorScreen } from './door-screen.tsx';
import { forgetDoor, storeDoor } from './stored-door.ts';
import { NoticeScreen, Pairing } from './pairing.tsx';
import { useSecret } from './secret.ts';

type DoorAppProps = { phone: DoorPhone; secret: string | undefined };

/** The screen for each state of the phone. */
export function DoorApp({ phone, secret: first }: DoorAppProps) {
  const { secret, spend } = useSecret(first);
  const { t } = useTranslation('scanner-device');
  const state = useSyncExternalStore(phone.subscribe, phone.getState, phone.getState);
  const [signals] = useState(createSignals);
  const [isStarted, setStarted] = useState(false);
  const isStored = useStoredDoor(state.phase === 'ready');
  const canPair = secret !== undefined && (state.phase === 'unpaired' || (state.phase === 'ended' && state.unsent === 0));
  const isOver = state.phase === 'ended' && state.unsent === 0;
  useEffect(() => {
    if (isOver) void forgetDoor();
  }, [isOver]);

  if (state.phase === 'loading') return <NoticeScreen title={t('loading')} />;
  if (state.phase === 'blocked') return <NoticeScreen title={t('blocked.title')} text={t('blocked.text')} />;
  if (state.phase === 'ready')
    return <DoorScreen phone={phone} state={state} signals={signals} isStarted={isStarted} isStored={isStored} />;
  if (canPair) {
    const start = () => {
      signals.unlock();
      setStarted(true);
      askForStorage();
      void askForCamera();
    };
    return <Pairing phone={phone} secret={secret} onStart={start} onPaired={spend} />;
  }
  if (state.phase === 'unpaired') return <NoticeScreen title={t('unpaired.title')} text={t('unpaired.text')} />;
  return (
    <NoticeScreen title={t('ended.title')} text={t('ended.text')}>
      <output className={state.unsent > 0 ? 'bg-warn p-4 text-[1.25rem] leading-7 font-bold text-coal' : 'text-[1.25rem] text-ok'}>
        {state.unsent > 0 ? t('ended.unsent', { count: state.unsent }) : t('ended.sent')}
      </output>
    </NoticeScreen>
  );
}

/** Stores the page on a scanner device; undefined until the browser has answered. */
function useStoredDoor(hasScannerDevice: boolean): boolean | undefined {
  const [isStored, setStored] = useState<boolean>();
  useEffect(() => {
    if (!hasScannerDevice) return;
    void storeDoor().then(setStored);
  }, [hasScannerDevice]);
  return isStored;
}

/** Without this permission, browsers delete stored scans when the disk is full. */
function askForStorage(): void {
  if ('storage' in navigator && 'persist' in navigator.storage) void navigator.storage.persist().catch(() => false);
}

/** Asks for the permission at the first tap, so that the scanner starts without another prompt. */
async function askForCamera(): Promise<void> {
  const stream = await navigator.mediaDevices?.getUserMedia({ video: { facingMode: { ideal: 'environment' } } }).catch(() => undefined);
  for (const track of stream?.getTracks() ?? []) track.stop();
}
