import { useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import { session } from '#web/lib/browser-api.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { AnswerForm } from './answer-form.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { passkeys, secondFactor } from './second-factor-api.ts';
import { OtherWays, waysOf } from './ways.tsx';

type SignInStepProps = {
  challenge: string;
  /** The kinds of second factors that the account has. */
  kinds: readonly string[];
  /** Back to e-mail and password, with the reason unless the user chose it. */
  onBack(error?: unknown): void;
};

/** The second step of a login: a passkey, the code of an app, or a recovery code. */
export function SignInStep({ challenge, kinds, onBack }: SignInStepProps) {
  const { t } = useTranslation(['common', 'accounts']);
  const ways = waysOf(kinds);
  const [way, setWay] = useState(ways[0]);
  const orBack = async <T,>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401 && error.body.code !== 'passkey_refused') onBack(error);
      throw error;
    }
  };
  const signIn = async (answered: Promise<{ accessToken: string }>) => session.signIn((await orBack(answered)).accessToken);
  const isLastWay = way === 'recovery' && ways.length === 1;
  return (
    <div className="flex flex-col gap-6">
      <p>{t(`accounts:second_factor.step_texts.${isLastWay ? 'only_recovery' : way}`)}</p>
      {way === 'passkey' ? (
        <PasskeyForm
          ask={() => orBack(passkeys.askSignIn({ body: { challenge } }))}
          send={(passkey) => signIn(passkeys.signIn({ body: { challenge, passkey } }))}
        />
      ) : (
        <AnswerForm
          key={way}
          kind={way}
          takesFocus
          submit={t('accounts:login.submit')}
          pending={t('accounts:login.submitting')}
          send={(code) => signIn(secondFactor.signIn({ body: { challenge, code } }))}
        />
      )}
      <OtherWays ways={ways} way={way} onChange={setWay} />
      <div>
        <Button look="quiet" size="small" onClick={() => onBack()}>
          {t('accounts:second_factor.back')}
        </Button>
      </div>
    </div>
  );
}
