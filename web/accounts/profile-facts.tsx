import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProfileView } from '#shared/accounts/account.views.ts';
import { DateText } from '#web/ui/date-text.tsx';

/** What a guest may read but not change. */
export function ProfileFacts({ profile: { email, personalNumber, createdAt } }: { profile: ProfileView }) {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <section aria-labelledby="account" className="flex flex-col gap-6">
      <h2 id="account" className="type-display-s">
        {t('accounts:profile.account')}
      </h2>
      <dl className="grid gap-x-4 gap-y-6 tablet:grid-cols-3">
        <Fact term={t('accounts:fields.email')}>{email}</Fact>
        <Fact term={t('accounts:fields.personal_number')}>{personalNumber}</Fact>
        <Fact term={t('accounts:profile.member_since')}>
          <DateText at={createdAt} />
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="type-small text-muted">{term}</dt>
      <dd className="type-body break-words">{children}</dd>
    </div>
  );
}
