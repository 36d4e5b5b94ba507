import { useRef, useState } from 'react';
import type { PasskeyAttestation } from '#shared/accounts/passkey.schemas.ts';
import { ApiError } from '#shared/errors.ts';
import { toast } from '#web/lib/toast.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { NameForm } from './name-form.tsx';
import { createPasskey, passkeyText } from './passkey-browser.ts';
import { NewRecoveryCodes } from './recovery-codes.tsx';
import { passkeys } from './second-factor-api.ts';

type PasskeyDialogProps = {
  /** The first second factor ends the sessions on all other devices. */
  isFirst: boolean;
  onClose(): void;
  onDone(): void;
};

/** Adds a passkey: its name, the browser's own window, and recovery codes if there are none yet. */
export function PasskeyDialog({ isFirst, onClose, onDone }: PasskeyDialogProps) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const [codes, setCodes] = useState<readonly string[]>();
  // Made, but its answer was lost: the device would refuse to make another one.
  const made = useRef<PasskeyAttestation>(undefined);
  const add = async (name: string) => {
    made.current ??= await createPasskey(await passkeys.begin());
    const recoveryCodes = await sendOnce(name, made.current, () => (made.current = undefined));
    if (recoveryCodes === undefined && isFirst) toast.warning(t('accounts:second_factor.active_without_codes'));
    else toast.success(t(isFirst ? 'accounts:second_factor.active' : 'accounts:second_factor.passkey_added'));
    if (recoveryCodes !== undefined && recoveryCodes.length > 0) return setCodes(recoveryCodes);
    return onDone();
  };
  if (codes) return <NewRecoveryCodes codes={codes} onStored={onDone} />;
  return (
    <Dialog title={t('accounts:second_factor.passkey_title')} className="p-6" onClose={onClose}>
      <NameForm
        text={t('accounts:second_factor.passkey_text')}
        proposal={t('accounts:second_factor.passkey_name_default')}
        pending={t('accounts:second_factor.passkey_waiting')}
        textOf={(failure) => passkeyText(failure, t)}
        send={add}
      />
    </Dialog>
  );
}

/**
 * Returns the new recovery codes; undefined when an earlier, lost answer had them. `forget`: the next attempt needs a new passkey.
 * @throws ApiError
 */
async function sendOnce(name: string, passkey: PasskeyAttestation, forget: () => void): Promise<readonly string[] | undefined> {
  try {
    return (await passkeys.add({ body: { name, passkey } })).recoveryCodes;
  } catch (error) {
    const code = error instanceof ApiError ? error.body.code : undefined;
    if (code === 'conflict') return undefined;
    if (code === 'wrong_passkey') forget();
    throw error;
  }
}
