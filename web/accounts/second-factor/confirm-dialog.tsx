import { useState } from 'react';
import type { PasskeyAssertion } from '#shared/accounts/passkey.schemas.ts';
import { ApiError } from '#shared/errors.ts';
import { confirmation } from '#web/lib/confirmation.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { AnswerForm } from './answer-form.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { askForPasskey, confirm, secondFactor } from './second-factor-api.ts';
import { OtherWays, waysOf } from './ways.tsx';

export function ConfirmDialog() {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <Dialog title={t('accounts:second_factor.confirm_title')} className="p-6" onClose={() => confirmation.answer(false)}>
      <div className="mt-5 flex flex-col gap-6">
        <p>{t('accounts:second_factor.confirm_text')}</p>
        <ConfirmForm onConfirmed={() => confirmation.answer(true)} />
      </div>
    </Dialog>
  );
}

/** Asks for one of the account's second factors; without any, for the password. */
export function ConfirmForm({ onConfirmed }: { onConfirmed(): void }) {
  const { t } = useTranslation(['common', 'errors']);
  const own = useLoad((signal) => secondFactor.list({}, { signal }), []);
  if (own.state === 'failed') return <ErrorState message={errorText(own.error, t)} onRetry={own.reload} />;
  if (!own.data) return <Skeleton className="h-36 w-full" />;
  const kinds = new Set(own.data.factors.map(({ kind }) => kind));
  return <AnswerOneWay key={[...kinds].join()} kinds={[...kinds]} onConfirmed={onConfirmed} onOutdated={own.reload} />;
}

type AnswerOneWayProps = {
  kinds: readonly string[];
  onConfirmed(): void;
  /** Called when the account got its first factor, or lost one, in another window. */
  onOutdated(): void;
};

function AnswerOneWay({ kinds, onConfirmed, onOutdated }: AnswerOneWayProps) {
  const { t } = useTranslation(['common', 'accounts']);
  const ways = waysOf(kinds);
  const [way, setWay] = useState(ways[0]);
  const kind = kinds.length === 0 ? 'password' : way;
  const send = async (body: { code: string } | { password: string } | { passkey: PasskeyAssertion }) => {
    try {
      await confirm({ body });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      return onOutdated();
    }
    return onConfirmed();
  };
  return (
    <>
      {kind === 'passkey' ? (
        <PasskeyForm ask={askForPasskey} send={(passkey) => send({ passkey })} />
      ) : (
        <AnswerForm
          key={kind}
          kind={kind}
          takesFocus
          submit={t('accounts:second_factor.confirm')}
          pending={t('accounts:second_factor.confirming')}
          send={(answer) => send(kind === 'password' ? { password: answer } : { code: answer })}
        />
      )}
      {kind !== 'password' && <OtherWays ways={ways} way={way} onChange={setWay} />}
    </>
  );
}

const isOutdated = (error: unknown): boolean => error instanceof ApiError && error.body.code === 'confirmation_required';
