import { lazy, Suspense, useState } from 'react';
import { api } from '#web/lib/browser-api.ts';
import { RequireAnonymous } from '#web/lib/guard.tsx';
import { useMailedToken } from '#web/lib/mailed-token.ts';
import { siteName } from '#web/lib/meta.ts';
import type { Meta } from '#web/lib/page.ts';
import { Skeleton } from '#web/ui/states.tsx';
import { AuthForm } from './auth-form.tsx';
import { type AuthFields, pathOf } from './auth-fields.tsx';
import { RegisterFields } from './register-fields.tsx';
import { fetchRules } from './late-form.ts';

const GuestInvitation = lazy(async () => ({ default: (await import('./guest-invitation.tsx')).GuestInvitation }));

export default function RegisterPage() {
  return (
    <RequireAnonymous>
      <Registration />
    </RequireAnonymous>
  );
}

/** With an invitation, whose token follows `#`, the form begins with what the club knows. */
function Registration() {
  const token = useMailedToken({ isHash: true });
  const [email, setEmail] = useState<string>();
  // The rules, which are here once the form is valid, also make the body.
  const send = async (fields: AuthFields) => {
    const body = (await fetchRules()).registerBody(fields);
    await api.accounts.register({ body: { ...body, ...(token && { invitation: token }) } });
  };
  return (
    <AuthForm page="register" send={send}>
      {typeof token === 'string' && (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <GuestInvitation token={token} onRead={setEmail} />
        </Suspense>
      )}
      <RegisterFields invited={email} />
    </AuthForm>
  );
}

export const meta: Meta = ({ t, language, site }) => ({
  title: t('accounts:register.title'),
  description: t('accounts:register.meta', { site: siteName(site, language) }),
  path: pathOf['register'],
});
