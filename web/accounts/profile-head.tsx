import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ProfileView } from '#shared/accounts/account.views.ts';
import { paths } from '#shared/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { forgetReturnTo, returnTo } from '#web/lib/return-to.ts';

/** The welcome, and the door for whoever keeps it. */
export function ProfileHead({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-5">
        <div className="min-w-0 grow basis-80">
          <PageTitle>{t('accounts:profile.welcome', { name: profile.firstName })}</PageTitle>
        </div>
        {profile.role === 'Admin' && (
          // The scanner is a page of its own for the browser too: its decoder needs another security policy.
          <div className="flex flex-wrap gap-3">
            <LinkButton to={paths.scanner} reloadDocument>
              {t('accounts:profile.scan_qr')}
            </LinkButton>
            <LinkButton look="secondary" to={paths.staff}>
              {t('accounts:profile.console')}
            </LinkButton>
          </div>
        )}
      </div>
      <ReturnTo isAdmin={profile.role === 'Admin'} />
    </>
  );
}

/** After a login that was asked for on the way to a ticket, or by the console: the way back there. */
function ReturnTo({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation(['common', 'accounts']);
  const back = returnTo();
  if (!back || (back.page === 'console' && !isAdmin)) return null;
  const words = back.page === 'console' ? 'way_back.console' : 'way_back';
  return (
    <p className="flex flex-wrap items-center gap-x-4 border-s-4 border-accent bg-surface-1 px-5 py-3">
      {t(`accounts:${words}.text`)}
      <Link to={back.path} onClick={forgetReturnTo} className="link inline-flex min-h-11 items-center font-semibold">
        {t(`accounts:${words}.link`)}
      </Link>
    </p>
  );
}
