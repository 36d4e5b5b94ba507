import { paths } from '#shared/paths.ts';
import { rememberReturnTo } from '#web/lib/return-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type LogInFirstProps = {
  page: string;
  text: string;
  /** False where the page has its own form for a new account. */ canRegister?: boolean;
};

/** The page of a link that needs an account: both ways lead back to it after the login. */
export function LogInFirst({ page, text, canRegister = true }: LogInFirstProps) {
  const { t } = useTranslation('accounts');
  const leave = () => rememberReturnTo(page);
  return (
    <div className="flex flex-col gap-5">
      <p>{text}</p>
      <div className="flex flex-wrap gap-4">
        <LinkButton to={paths.login} onClick={leave}>
          {t('login.title')}
        </LinkButton>
        {canRegister && (
          <LinkButton look="secondary" to={paths.register} onClick={leave}>
            {t('register.title')}
          </LinkButton>
        )}
      </div>
    </div>
  );
}
