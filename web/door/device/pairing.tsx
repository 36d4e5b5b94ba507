import type { ReactNode } from 'react';
import { ApiError } from '#shared/errors.ts';
import type { DoorPhone } from '#web/door/phone/open-door-phone.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { LanguageChoice } from './more-sheet.tsx';

/** A screen with one message and one action. */
export function NoticeScreen({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-160 flex-col justify-center gap-5 px-5 py-10">
      <FittedText as="h1" className="type-display-m">
        {title}
      </FittedText>
      {text !== undefined && <p className="text-[1.25rem] leading-7">{text}</p>}
      {children}
      <div className="pt-4">
        <LanguageChoice />
      </div>
    </main>
  );
}

type PairingProps = {
  phone: Pick<DoorPhone, 'pair'>;
  secret: string;
  /** Runs inside the tap, because browsers allow sounds and camera prompts only there. */
  onStart(): void;
  /** The secret works for one phone only. */
  onPaired(): void;
};

/** One tap pairs the phone and asks for everything that a browser allows only after a tap. */
export function Pairing({ phone, secret, onStart, onPaired }: PairingProps) {
  const { t } = useTranslation(['common', 'scanner-device', 'errors', 'staff-errors']);
  const { run, isPending, failure } = useCall(async () => {
    await phone.pair(secret);
    onPaired();
  });
  return (
    <NoticeScreen title={t('scanner-device:pair.title')} text={t('scanner-device:pair.text')}>
      {failure !== undefined && (
        <p role="alert" className="border-2 border-danger p-4 font-semibold">
          {pairingText(failure, t)}
        </p>
      )}
      <Button
        size="scanner"
        isWide
        isPending={isPending}
        pendingLabel={t('scanner-device:pair.working')}
        className="text-[1.375rem]"
        onClick={() => {
          onStart();
          run();
        }}
      >
        {t(failure === undefined ? 'scanner-device:pair.start' : 'scanner-device:pair.again')}
      </Button>
      <p className="text-muted">{t('scanner-device:pair.hint')}</p>
    </NoticeScreen>
  );
}

type Translator = ReturnType<typeof useTranslation<['common', 'scanner-device', 'errors', 'staff-errors']>>['t'];

function pairingText(error: unknown, t: Translator): string {
  if (!(error instanceof ApiError)) return errorText(error, t);
  if (error.status === 0) return t('scanner-device:pair.no_network');
  return error.body.code === 'pairing_failed' ? t('scanner-device:pair.failed') : errorText(error, t);
}
