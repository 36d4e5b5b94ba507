import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/errors.ts';
import { session } from '#web/lib/browser-api.ts';
import { Button } from '#web/ui/button.tsx';
import { AnswerForm } from './answer-form.tsx';
import { OtherWay } from './confirm-dialog.tsx';
import { secondFactor } from './second-factor-api.ts';

type SignInStepProps = {
  challenge: string;
  /** Back to e-mail and password, with the reason if it was not the user's choice. */
  onBack(error?: unknown): void;
};

/** The second step of a login: the code of an app, or a recovery code. */
export function SignInStep({ challenge, onBack }: SignInStepProps) {
  const { t } = useTranslation(['common', 'accounts']);
  const [hasLostApp, setLostApp] = useState(false);
  const kind = hasLostApp ? 'recovery' : 'code';
  const send = async (code: string) => {
    try {
      session.signIn((await secondFactor.signIn({ body: { challenge, code } })).accessToken);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      onBack(error);
    }
  };
  return (
    <div className="flex flex-col gap-6">
      <p>{t('accounts:second_factor.step_text')}</p>
      <AnswerForm
        key={kind}
        kind={kind}
        takesFocus
        submit={t('accounts:login.submit')}
        pending={t('accounts:login.submitting')}
        send={send}
      />
      <OtherWay hasLostApp={hasLostApp} onChange={setLostApp} />
      <div>
        <Button look="quiet" size="small" className="-ms-1" onClick={() => onBack()}>
          {t('accounts:second_factor.back')}
        </Button>
      </div>
    </div>
  );
}
