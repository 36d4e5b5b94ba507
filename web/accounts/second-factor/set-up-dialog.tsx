import { useState } from 'react';
import type { BegunFactorView } from '#shared/accounts/second-factor.contract.ts';
import { ApiError } from '#shared/errors.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { AnswerForm } from './answer-form.tsx';
import { NameForm } from './name-form.tsx';
import { NewRecoveryCodes } from './recovery-codes.tsx';
import { secondFactor } from './second-factor-api.ts';
import { StepText } from './step-text.tsx';

type Step = { name: 'name' } | { name: 'code'; begun: BegunFactorView } | { name: 'recovery'; codes: readonly string[] };

type SetUpDialogProps = {
  /** The first second factor ends the sessions on all other devices. */
  isFirst: boolean;
  onClose(): void;
  onDone(): void;
};

/** Sets up an authenticator app: its name, its secret, a first code, and recovery codes if there are none yet. */
export function SetUpDialog({ isFirst, onClose, onDone }: SetUpDialogProps) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const [step, setStep] = useState<Step>({ name: 'name' });
  const activate = async ({ id }: BegunFactorView, code: string) => {
    const recoveryCodes = await activateOnce(id, code);
    if (recoveryCodes === undefined) {
      toast.warning(t('accounts:second_factor.active_without_codes'));
      return onDone();
    }
    toast.success(t(isFirst ? 'accounts:second_factor.active' : 'accounts:second_factor.active_too'));
    return recoveryCodes.length > 0 ? setStep({ name: 'recovery', codes: recoveryCodes }) : onDone();
  };
  if (step.name === 'recovery') return <NewRecoveryCodes codes={step.codes} onStored={onDone} />;
  return (
    <Dialog title={t('accounts:second_factor.set_up_title')} className="p-6" onClose={onClose}>
      {step.name === 'name' && (
        <NameForm
          text={t('accounts:second_factor.set_up_text')}
          proposal={t('accounts:second_factor.name_default')}
          pending={t('accounts:second_factor.beginning')}
          textOf={(failure) => errorText(failure, t)}
          send={async (name) => setStep({ name: 'code', begun: await secondFactor.begin({ body: { name } }) })}
        />
      )}
      {step.name === 'code' && (
        <div className="mt-5 flex flex-col gap-6">
          <Secret begun={step.begun} />
          <AnswerForm
            kind="code"
            submit={t('accounts:second_factor.activate')}
            pending={t('accounts:second_factor.activating')}
            send={(code) => activate(step.begun, code)}
          />
        </div>
      )}
    </Dialog>
  );
}

/** Returns the new recovery codes; undefined when an earlier, lost answer had them: then the factor is already active. */
async function activateOnce(id: number, code: string): Promise<readonly string[] | undefined> {
  try {
    return (await secondFactor.activate({ id, body: { code } })).recoveryCodes;
  } catch (error) {
    if (error instanceof ApiError && error.body.code === 'conflict') return undefined;
    throw error;
  }
}

/** The secret as a picture for another device, as a link for this one, and as text. */
function Secret({ begun: { qrCodeUrl, uri, secret } }: { begun: BegunFactorView }) {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <div className="flex flex-col gap-4">
      <StepText>{t('accounts:second_factor.scan_text')}</StepText>
      <img src={qrCodeUrl} alt={t('accounts:second_factor.qr_alt')} className="block aspect-square w-56 bg-bone" />
      <div>
        <a href={uri} className="link inline-flex min-h-11 items-center">
          {t('accounts:second_factor.open_app')}
        </a>
      </div>
      <p className="type-small text-muted">
        {t('accounts:second_factor.secret')} <code className="type-tabular wrap-anywhere text-text select-all">{groupsOf(secret)}</code>
      </p>
    </div>
  );
}

const groupsOf = (secret: string): string => secret.replaceAll(/.{4}(?!$)/g, '$& ');
