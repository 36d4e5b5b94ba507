import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { ProfileView } from '#shared/accounts/accounts.contract.ts';
import { dateText } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

const ConfirmForm = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmForm }));

type Due = NonNullable<ProfileView['secondFactorDue']>;

/** The part of the profile where the second factor is set up. */
const SET_UP = `${paths.profile}#security`;

/** Shown instead of a staff screen once rights rest: leads to the set-up, or takes the code that this session lacks. */
function SecondFactorDue({ due, onConfirmed }: { due: Due; onConfirmed(): void }) {
  const { t } = useTranslation(['common', 'accounts']);
  const hasFactor = due.step === 'confirm';
  return (
    <PageBody className="flex flex-col gap-8 *:w-full *:max-w-130">
      <PageTitle>{t('accounts:second_factor.due_title')}</PageTitle>
      <p>{t(hasFactor ? 'accounts:second_factor.due_confirm' : 'accounts:second_factor.due_set_up')}</p>
      {hasFactor ? (
        <Suspense fallback={<Skeleton className="h-36 w-full" />}>
          <ConfirmForm onConfirmed={onConfirmed} />
        </Suspense>
      ) : (
        <div>
          <LinkButton to={SET_UP}>{t('accounts:second_factor.due_link')}</LinkButton>
        </div>
      )}
      <div>
        <Link to={paths.home} className="link inline-flex min-h-11 items-center">
          {t('accounts:invitation.to_home')}
        </Link>
      </div>
    </PageBody>
  );
}

/** Passed to `RequireRight` as `without`. */
export const askForSecondFactor = ({ secondFactorDue }: Pick<ProfileView, 'secondFactorDue'>, reload: () => void) =>
  secondFactorDue ? <SecondFactorDue due={secondFactorDue} onConfirmed={reload} /> : undefined;

/** Shown on the console during the grace. */
export function SecondFactorNotice({ due }: { due: Due }) {
  const { t } = useTranslation(['common', 'accounts']);
  const { language } = useLanguage();
  return (
    <p className="mb-5 flex flex-wrap items-center gap-x-4 border-s-4 border-accent bg-surface-1 px-4 py-1">
      {t('accounts:second_factor.due_soon', { date: dateText(due.until, language, t) })}
      <Link to={SET_UP} className="link inline-flex min-h-11 min-w-11 items-center">
        {t('accounts:second_factor.due_link')}
      </Link>
    </p>
  );
}
