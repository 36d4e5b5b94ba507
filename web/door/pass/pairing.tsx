import { useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import type { DoorPhone } from '#web/door/phone/door-phone.ts';
import { errorText } from '#web/lib/error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { NoticeScreen } from './notice-screen.tsx';

type PairingProps = {
  phone: Pick<DoorPhone, 'pair'>;
  secret: string;
  /** Runs inside the tap, because browsers allow sounds and camera prompts only there. */
  onStart(): void;
  /** The secret works for one phone only. */
  onTaken(): void;
};

/** One tap takes the pass and asks for everything that a browser allows only after a tap. */
export function Pairing({ phone, secret, onStart, onTaken }: PairingProps) {
  const { t } = useTranslation(['common', 'door-pass', 'errors', 'staff-errors']);
  const [isPairing, setPairing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const start = async () => {
    onStart();
    setPairing(true);
    setFailure(undefined);
    try {
      await phone.pair(secret);
      onTaken();
    } catch (error) {
      setFailure(pairingText(error, t));
    }
    setPairing(false);
  };
  return (
    <NoticeScreen title={t('door-pass:pair.title')} text={t('door-pass:pair.text')}>
      {failure !== undefined && (
        <p role="alert" className="border-2 border-danger p-4 font-semibold">
          {failure}
        </p>
      )}
      <Button
        size="scanner"
        isWide
        isPending={isPairing}
        pendingLabel={t('door-pass:pair.working')}
        className="text-[1.375rem]"
        onClick={() => void start()}
      >
        {t(failure === undefined ? 'door-pass:pair.start' : 'door-pass:pair.again')}
      </Button>
      <p className="text-muted">{t('door-pass:pair.hint')}</p>
    </NoticeScreen>
  );
}

type Translator = ReturnType<typeof useTranslation<['common', 'door-pass', 'errors', 'staff-errors']>>['t'];

function pairingText(error: unknown, t: Translator): string {
  if (!(error instanceof ApiError)) return errorText(error, t);
  if (error.status === 0) return t('door-pass:pair.no_network');
  return error.body.code === 'pairing_failed' ? t('door-pass:pair.failed') : errorText(error, t);
}
