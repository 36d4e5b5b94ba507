import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';
import type { AuthPage } from './auth-fields.ts';

/** Where else somebody may want to go from here. */
export function AuthLinks({ page }: { page: AuthPage }) {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <ul className="type-body flex flex-col gap-1">
      {page === 'login' && (
        <>
          <LinkLine to={paths.register} before={t('accounts:login.no_account')}>
            {t('accounts:login.to_register')}
          </LinkLine>
          <LinkLine to={paths.forgotPassword}>{t('accounts:login.to_forgot')}</LinkLine>
        </>
      )}
      {page === 'register' && (
        <LinkLine to={paths.login} before={t('accounts:register.have_account')}>
          {t('accounts:register.to_login')}
        </LinkLine>
      )}
      {page === 'forgot-password' && <LinkLine to={paths.login}>{t('accounts:forgot.to_login')}</LinkLine>}
      {page === 'change_password' && <LinkLine to={paths.forgotPassword}>{t('accounts:change.to_forgot')}</LinkLine>}
    </ul>
  );
}

function LinkLine({ to, before, children }: { to: string; before?: string; children: ReactNode }) {
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-2">
      {before !== undefined && <span className="text-muted">{before}</span>}
      <Link to={to} className="link inline-flex min-h-11 min-w-11 items-center">
        {children}
      </Link>
    </li>
  );
}
