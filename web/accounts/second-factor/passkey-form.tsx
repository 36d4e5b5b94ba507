import { useEffect, useRef } from 'react';
import type { PasskeyAssertion } from '#shared/accounts/passkey.schemas.ts';
import type { PasskeyRequestView } from '#shared/accounts/passkeys.contract.ts';
import { useCall } from '#web/lib/use-call.ts';
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

/**
 * A button that requests a passkey's signature. It takes the focus because the control before it has disappeared; a failure is shown above
 * it.
 */
export function PasskeyForm({ ask, send }: PasskeyFormProps) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const { isPending, failure, run } = useCall(async () => send(await signWithPasskey(await ask())));
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="flex flex-col gap-6">
      {failure !== undefined && <ErrorState message={passkeyText(failure, t)} />}
      <div>
        <Button ref={button} isPending={isPending} pendingLabel={t('accounts:second_factor.passkey_waiting')} onClick={run}>
          {t('accounts:second_factor.use_passkey')}
        </Button>
      </div>
    </div>
  );
}
