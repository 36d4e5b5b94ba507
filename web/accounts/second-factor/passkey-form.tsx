import { useEffect, useRef, useState } from 'react';
import type { PasskeyAssertion } from '#shared/accounts/passkey.schemas.ts';
import type { PasskeyRequestView } from '#shared/accounts/passkeys.contract.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { passkeyText, signWithPasskey } from './passkey-browser.ts';

type PasskeyFormProps = {
  /** @throws ApiError */
  ask(): Promise<PasskeyRequestView>;
  /** @throws ApiError */
  send(passkey: PasskeyAssertion): Promise<unknown>;
};

/** A button that has a passkey sign. It takes the focus, because what led here has disappeared; a failure stands over it. */
export function PasskeyForm({ ask, send }: PasskeyFormProps) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const answer = async () => {
    setPending(true);
    setFailure(undefined);
    try {
      await send(await signWithPasskey(await ask()));
    } catch (error) {
      setFailure(error);
    }
    setPending(false);
  };
  return (
    <div className="flex flex-col gap-6">
      {failure !== undefined && <ErrorState message={passkeyText(failure, t)} />}
      <div>
        <Button ref={button} isPending={isPending} pendingLabel={t('accounts:second_factor.passkey_waiting')} onClick={() => void answer()}>
          {t('accounts:second_factor.use_passkey')}
        </Button>
      </div>
    </div>
  );
}
