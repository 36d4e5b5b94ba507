import { useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { useSession } from '#web/lib/browser-api.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useQuery } from '#web/lib/hydration.ts';
import { useMailedToken } from '#web/lib/mailed-token.ts';
import type { Meta } from '#web/lib/page.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { ErrorState, NeedsScript } from '#web/ui/states.tsx';
import { SuccessNote } from '#web/ui/success-note.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { emailChange } from './email-change-api.ts';
import { emailProof } from './second-factor/email-proof-api.ts';

/** The page of a mailed link, on any device. It needs a press because mail programs open links by themselves. */
export default function ProveEmailPage() {
  const { t } = useTranslation(['common', 'accounts']);
  const token = useMailedToken();
  const query = useQuery();
  return (
    <PageBody className="flex min-h-(--view) flex-col gap-8 *:w-full *:max-w-162">
      <PageTitle>{t('accounts:email_verification.link_title')}</PageTitle>
      <NeedsScript />
      {token === null && (
        <>
          <ErrorState message={t('accounts:email_verification.no_token')} />
          <WayOn />
        </>
      )}
      {typeof token === 'string' &&
        (query.get('stop') === null ? <Question token={token} isChange={query.get('change') !== null} /> : <Stop token={token} />)}
    </PageBody>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('accounts:email_verification.link_title'), path: paths.emailProof });

/** `isChange`: the address replaces the one that the account had. */
function Question({ token, isChange }: { token: string; isChange: boolean }) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const [email, setEmail] = useState<string>();
  const { openLink } = isChange ? emailChange : emailProof;
  const { isPending, failure, run } = useCall(async () => setEmail((await openLink({ body: { token } })).email));
  if (email !== undefined)
    return <Done text={t(isChange ? 'accounts:email_change.done' : 'accounts:email_verification.verified', { email })} />;
  return (
    <>
      <p>{t(isChange ? 'accounts:email_change.link_text' : 'accounts:email_verification.link_text')}</p>
      {failure !== undefined && <ErrorState message={errorText(failure, t)} />}
      <div>
        <Button isPending={isPending} pendingLabel={t('accounts:email_verification.link_sending')} onClick={run}>
          {t('accounts:email_verification.link_submit')}
        </Button>
      </div>
    </>
  );
}

/** Stops a change of a verified address by staff; the link is in a mail to the old address. */
function Stop({ token }: { token: string }) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const [isStopped, setStopped] = useState(false);
  const stop = async () => {
    await emailChange.stop({ body: { token } });
    setStopped(true);
  };
  const { isPending, failure, run } = useCall(stop);
  if (isStopped) return <Done text={t('accounts:email_change.stopped')} />;
  const isOver = failure instanceof ApiError && failure.body.code === 'invalid_token';
  return (
    <>
      {!isOver && <p>{t('accounts:email_change.stop_text')}</p>}
      {failure !== undefined && <ErrorState message={isOver ? t('accounts:email_change.nothing_to_stop') : errorText(failure, t)} />}
      {isOver ? (
        <WayOn />
      ) : (
        <div>
          <Button isPending={isPending} pendingLabel={t('accounts:email_verification.link_sending')} onClick={run}>
            {t('accounts:email_change.stop')}
          </Button>
        </div>
      )}
    </>
  );
}

const Done = ({ text }: { text: string }) => (
  <>
    <div className="wrap-anywhere">
      <SuccessNote text={text} />
    </div>
    <WayOn />
  </>
);

function WayOn() {
  const { t } = useTranslation(['common', 'accounts']);
  const { isSignedIn } = useSession();
  return (
    <div>
      <LinkButton look="secondary" to={isSignedIn ? paths.profile : paths.home}>
        {t(isSignedIn ? 'accounts:email_verification.to_profile' : 'accounts:email_verification.to_home')}
      </LinkButton>
    </div>
  );
}
