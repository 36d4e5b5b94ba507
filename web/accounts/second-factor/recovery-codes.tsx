import { useState } from 'react';
import { errorText } from '#web/lib/error-text.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/lib/toast.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { secondFactor } from './second-factor-api.ts';
import { StepText } from './step-text.tsx';

/** Makes ten new recovery codes after a confirmation, because the old ones end. */
export function RecoveryCodesDialog({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const [codes, setCodes] = useState<readonly string[]>();
  const { isPending, run } = useCall(async () => setCodes((await secondFactor.renewRecoveryCodes()).recoveryCodes), {
    onFailed: (error) => toast.error(errorText(error, t)),
  });
  if (codes) return <NewRecoveryCodes codes={codes} onStored={onDone} />;
  return (
    <Dialog title={t('accounts:second_factor.codes_title')} className="p-6" onClose={onClose}>
      <div className="mt-5 flex flex-col gap-6">
        <p>{t('accounts:second_factor.renew_text')}</p>
        <div className="flex flex-wrap gap-4">
          <Button isPending={isPending} pendingLabel={t('accounts:second_factor.renewing')} onClick={run}>
            {t('accounts:second_factor.renew')}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('accounts:profile.cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The codes are shown only once, so a slip such as a tap beside the dialog first warns and only then closes it. */
export function NewRecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored(): void }) {
  const { t } = useTranslation(['common', 'accounts']);
  const [isWarned, setWarned] = useState(false);
  return (
    <Dialog title={t('accounts:second_factor.codes_title')} className="p-6" onClose={() => (isWarned ? onStored() : setWarned(true))}>
      <RecoveryCodes codes={codes} onStored={onStored} />
      {isWarned && (
        <p role="alert" className="mt-5 font-semibold text-danger">
          {t('accounts:second_factor.codes_warning')}
        </p>
      )}
    </Dialog>
  );
}

/** The codes with two ways to store them. */
function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored(): void }) {
  const { t } = useTranslation(['common', 'accounts']);
  const text = codes.join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('accounts:second_factor.copied'));
    } catch {
      toast.error(t('accounts:second_factor.not_copied'));
    }
  };
  return (
    <div className="mt-5 flex flex-col gap-6">
      <StepText>{t('accounts:second_factor.codes_text')}</StepText>
      <ol aria-label={t('accounts:second_factor.codes_title')} className="type-tabular grid gap-x-6 gap-y-2 tablet:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="wrap-anywhere select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-4">
        <Button look="secondary" size="small" onClick={() => void copy()}>
          {t('accounts:second_factor.copy')}
        </Button>
        <Button look="secondary" size="small" onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), FILE_NAME)}>
          {t('accounts:second_factor.save')}
        </Button>
      </div>
      <div>
        <Button onClick={onStored}>{t('accounts:second_factor.stored')}</Button>
      </div>
    </div>
  );
}

const FILE_NAME = 'recovery-codes.txt';
