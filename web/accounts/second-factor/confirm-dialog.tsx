import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/errors.ts';
import { confirmation } from '#web/lib/confirmation.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { AnswerForm } from './answer-form.tsx';
import { confirm, secondFactor } from './second-factor-api.ts';

export function ConfirmDialog() {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const own = useLoad((signal) => secondFactor.list({}, { signal }), []);
  return (
    <Dialog title={t('accounts:second_factor.confirm_title')} className="p-6" onClose={() => confirmation.answer(false)}>
      <div className="mt-5 flex flex-col gap-6">
        <p>{t('accounts:second_factor.confirm_text')}</p>
        {own.state === 'failed' && <ErrorState message={errorText(own.error, t)} onRetry={own.reload} />}
        {own.state === 'loading' && <Skeleton className="h-36 w-full" />}
        {own.data && (
          <ConfirmForm hasFactor={own.data.factors.length > 0} onConfirmed={() => confirmation.answer(true)} onOutdated={own.reload} />
        )}
      </div>
    </Dialog>
  );
}

type ConfirmFormProps = {
  hasFactor: boolean;
  onConfirmed(): void;
  /** The account got its first factor, or lost its last one, in another window. */
  onOutdated(): void;
};

/** By a code once there is a second factor, else by the password. */
export function ConfirmForm({ hasFactor, onConfirmed, onOutdated }: ConfirmFormProps) {
  const { t } = useTranslation(['common', 'accounts']);
  const [hasLostApp, setLostApp] = useState(false);
  const kind = hasFactor ? (hasLostApp ? 'recovery' : 'code') : 'password';
  return (
    <>
      <AnswerForm
        key={kind}
        kind={kind}
        takesFocus
        submit={t('accounts:second_factor.confirm')}
        pending={t('accounts:second_factor.confirming')}
        send={async (answer) => {
          try {
            await confirm({ body: kind === 'password' ? { password: answer } : { code: answer } });
          } catch (error) {
            if (!isOutdated(error)) throw error;
            return onOutdated();
          }
          return onConfirmed();
        }}
      />
      {hasFactor && <OtherWay hasLostApp={hasLostApp} onChange={setLostApp} />}
    </>
  );
}

const isOutdated = (error: unknown): boolean => error instanceof ApiError && error.body.code === 'confirmation_required';

/** Changes between the app and the recovery codes. */
export function OtherWay({ hasLostApp, onChange }: { hasLostApp: boolean; onChange(hasLostApp: boolean): void }) {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <div>
      <Button look="quiet" size="small" className="-ms-1" onClick={() => onChange(!hasLostApp)}>
        {t(hasLostApp ? 'accounts:second_factor.use_app' : 'accounts:second_factor.use_recovery')}
      </Button>
    </div>
  );
}
