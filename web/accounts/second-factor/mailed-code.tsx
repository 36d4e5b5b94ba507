import { useEffect, useEffectEvent, useState } from 'react';
import type { EmailProofView } from '#shared/accounts/email-proof.contract.ts';
import { confirmation } from '#web/lib/confirmation.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { type Loaded, useLoad } from '#web/lib/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { AnswerForm } from './answer-form.tsx';
import { emailProof } from './email-proof-api.ts';
import { useProvedByLink } from './use-proved-by-link.ts';

type MailedCodeProps = {
  /** `email`: the address that is proved now. */
  onProved(email: string): void;
  takesFocus?: boolean;
  /** A pressed link is enough. It is not for the first second factor of staff, which needs the digits in this session. */
  takesLink?: boolean;
};

/** Has six digits mailed when it appears, and takes them. The server answers a second request within a minute with the same mail. */
export function MailedCode({ onProved, takesFocus = false, takesLink = false }: MailedCodeProps) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const mailed = useLoad((signal) => emailProof.request({}, { signal }), []);
  const { data } = mailed;
  const isDone = data?.code === null;
  const proved = useEffectEvent((email: string) => onProved(email));
  // The address was proved on another device.
  useEffect(() => {
    if (data && isDone) proved(data.email);
  }, [data, isDone]);
  useProvedByLink(takesLink && data !== undefined && !isDone, proved);
  if (!data || isDone) {
    if (mailed.state === 'failed') return <ErrorState message={errorText(mailed.error, t)} onRetry={mailed.reload} />;
    return (
      <>
        <p aria-busy="true" className="sr-only">
          {t('accounts:email_verification.sending')}
        </p>
        <Skeleton className="h-60 w-full" />
      </>
    );
  }
  const { email } = data;
  return (
    <>
      <p className="wrap-anywhere">{t('accounts:email_verification.sent', { email })}</p>
      <AnswerForm
        kind="mail"
        takesFocus={takesFocus}
        submit={t('accounts:email_verification.confirm')}
        pending={t('accounts:email_verification.confirming')}
        send={async (code) => {
          await emailProof.confirm({ body: { code } });
          onProved(email);
        }}
      />
      <Again mailed={mailed} />
    </>
  );
}

/** Offers another mail a minute after the last one, and says what to do when none arrives. */
function Again({ mailed }: { mailed: Loaded<EmailProofView> }) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const left = useSecondsLeft(mailed.data);
  return (
    <div className="flex flex-col gap-3">
      {mailed.state === 'failed' && <ErrorState message={errorText(mailed.error, t)} />}
      <p className="text-muted">{t('accounts:email_verification.nothing')}</p>
      <div>
        <Button
          look="secondary"
          size="small"
          disabled={left > 0}
          isPending={mailed.state === 'loading'}
          pendingLabel={t('accounts:email_verification.sending')}
          onClick={mailed.reload}
        >
          {left > 0 ? t('accounts:email_verification.again_in', { count: left }) : t('accounts:email_verification.again')}
        </Button>
      </div>
    </div>
  );
}

/** The seconds until another mail can be requested; each answer restarts the countdown. */
function useSecondsLeft(mailed: EmailProofView | undefined): number {
  const seconds = mailed?.code?.againInSeconds ?? 0;
  const [wait, setWait] = useState({ mailed, left: seconds });
  if (wait.mailed !== mailed) setWait({ mailed, left: seconds });
  useEffect(() => {
    // By this device's clock alone: the server's may differ.
    const until = Date.now() + seconds * 1_000;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
      setWait({ mailed, left });
      if (left === 0) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [mailed, seconds]);
  return wait.left;
}

/** Shown before the first second factor of staff, when a call of this screen needs it. */
export function MailedCodeDialog() {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <Dialog title={t('accounts:email_verification.dialog')} className="p-6" onClose={() => confirmation.answer(false)}>
      <div className="mt-5 flex flex-col gap-6">
        <p>{t('accounts:email_verification.why_first')}</p>
        <MailedCode takesFocus onProved={answerYes} />
        <p className="text-muted">{t('accounts:email_verification.lost_access')}</p>
      </div>
    </Dialog>
  );
}

const answerYes = () => confirmation.answer(true);

/** Opened from the profile. */
export function ProveEmailDialog({ onClose, onProved }: { onClose(): void; onProved(): void }) {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <Dialog title={t('accounts:email_verification.dialog')} className="p-6" onClose={onClose}>
      <div className="mt-5 flex flex-col gap-6">
        <MailedCode
          takesFocus
          takesLink
          onProved={(email) => {
            toast.success(t('accounts:email_verification.verified', { email }));
            onProved();
          }}
        />
      </div>
    </Dialog>
  );
}
