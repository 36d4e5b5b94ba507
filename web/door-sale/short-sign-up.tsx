import { type SubmitEvent, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { createClient } from '#shared/contract.ts';
import { doorSaleContract } from '#shared/door-sale/door-sale.contract.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';
import { TermsLabel } from '#web/lib/terms-label.tsx';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/fields.tsx';
import { Problem } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { EMPTY, openAccount, Person, rules } from './short-account.tsx';
import type { Typed } from './rules.ts';

const { doorSale } = createClient({ doorSale: doorSaleContract }, sendAsUser);

/** A friend with the link of a ticket opens an account with the few fields of a door sale. `page`: where a login leads back to. */
export default function ShortSignUp({ token, page }: { token: string; page: string }) {
  const { t } = useTranslation(['common', 'door-sale', 'transfers', 'errors', 'account-errors', 'transfer-errors', 'forms']);
  const form = useForm<Typed>({ defaultValues: EMPTY, resolver: rules });
  const [isAccepted, email] = useWatch({ control: form.control, name: ['acceptTerms', 'email'] });
  const [isWarned, setWarned] = useState(false);
  const [takenEmail, setTakenEmail] = useState<string>();
  const enter = useCall(() => openAccount(form, (body) => doorSale.enterByLink({ body: { ...body, token } }), setTakenEmail), {
    failed: t('door-sale:failed'),
  });
  const submit = (sent: SubmitEvent) => {
    sent.preventDefault();
    setWarned(!isAccepted);
    if (isAccepted) enter.run();
  };
  return (
    <form noValidate aria-label={t('transfers:take.short')} className="flex flex-col gap-5 border-t border-hairline pt-6" onSubmit={submit}>
      <Person form={form} isDone={false} page={page} isTaken={takenEmail === email} lead={t('transfers:take.short')} hasLogin={false} />
      <div className="flex flex-col gap-2">
        <Checkbox
          {...form.register('acceptTerms')}
          label={<TermsLabel />}
          error={isWarned && !isAccepted ? t('door-sale:terms') : undefined}
        />
        <Checkbox {...form.register('wantsNewsletter')} label={t('forms:newsletter')} />
      </div>
      <Problem text={enter.problem} />
      <Button type="submit" className="self-start" isPending={enter.isPending} pendingLabel={t('common:loading')}>
        {t('transfers:take.sign_up')}
      </Button>
    </form>
  );
}
