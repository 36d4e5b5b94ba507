import { lazy, Suspense, useState } from 'react';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import type { ProfileView } from '#shared/accounts/accounts.contract.ts';
import { newsletterContract } from '#shared/accounts/newsletter.contract.ts';
import { createClient } from '#shared/contract.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { Checkbox } from '#web/ui/fields.tsx';

const { newsletter } = createClient({ newsletter: newsletterContract }, sendAsUser);
const ProveFirst = lazy(() => import('#web/accounts/prove-first.tsx'));

type NewsletterChoiceProps = { profile: ProfileView; onSaved(change: Partial<ProfileView>): void };

/** The guest's consent to the newsletter, off by default. For an address that is not proved it asks for the proof first. */
export function NewsletterChoice({ profile, onSaved }: NewsletterChoiceProps) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const [wanted, setWanted] = useState<boolean>();
  const [isProving, setProving] = useState(false);
  const choose = async (isWanted: boolean, proved?: Pick<ProfileView, 'isEmailProved'>) => {
    setWanted(isWanted);
    try {
      await newsletter.choose({ body: { isWanted } });
      onSaved({ ...proved, wantsNewsletter: isWanted });
      toast.success(t(isWanted ? 'accounts:newsletter.on' : 'accounts:newsletter.off'));
    } catch (error) {
      if (proved) onSaved(proved);
      toast.error(errorText(error, t));
    } finally {
      setWanted(undefined);
    }
  };
  const press = (isWanted: boolean) => {
    if (wanted !== undefined) return;
    if (isProving || (isWanted && !profile.isEmailProved)) setProving(!isProving);
    else void choose(isWanted);
  };
  return (
    <section aria-labelledby="newsletter" className="flex max-w-[62ch] flex-col gap-6">
      <FittedText as="h2" id="newsletter" className="type-display-s">
        {t('accounts:newsletter.title')}
      </FittedText>
      <p>{t('accounts:newsletter.text')}</p>
      <Checkbox
        label={t('accounts:newsletter.label')}
        // Consent from the registration, the cart or a door sale.
        hint={profile.wantsNewsletter && !profile.isEmailProved ? t('accounts:newsletter.waits') : undefined}
        checked={wanted ?? (isProving || profile.wantsNewsletter)}
        aria-busy={wanted !== undefined}
        onChange={({ target }) => press(target.checked)}
      />
      {isProving && (
        <Suspense>
          <ProveFirst
            onProved={() => {
              setProving(false);
              void choose(true, { isEmailProved: true });
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
