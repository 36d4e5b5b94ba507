import { type SubmitEvent, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { createClient } from '#shared/contract.ts';
import { moneyText, toTetri } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { doorSaleContract, type DoorSaleView } from '#shared/door-sale/door-sale.contract.ts';
import { api, sendAsUser } from '#web/lib/browser-api.ts';
import { TermsLabel } from '#web/lib/terms-label.tsx';
import { needsProof, useCall } from '#web/lib/use-call.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Checkbox, Select } from '#web/ui/fields.tsx';
import { Problem } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { EMPTY, openAccount, Person, rules } from './short-account.tsx';
import type { Typed } from './rules.ts';

const { doorSale } = createClient({ doorSale: doorSaleContract }, sendAsUser);

type PurchaseProps = {
  view: DoorSaleView;
  /** A guest who was already logged in needs no form. */
  isKnown: boolean;
};

/** Buyer, number of places, terms, and the way to the bank's page. A refusal keeps everything that was typed. */
export function Purchase({ view: { event, price, most }, isKnown }: PurchaseProps) {
  const { t } = useTranslation(['common', 'door-sale', 'errors', 'account-errors', 'transfer-errors', 'forms']);
  const form = useForm<Typed>({ defaultValues: EMPTY, resolver: rules });
  const [quantity, isAccepted, email] = useWatch({ control: form.control, name: ['quantity', 'acceptTerms', 'email'] });
  const [isWarned, setWarned] = useState(false);
  const [isSignedIn, setSignedIn] = useState(isKnown);
  const [takenEmail, setTakenEmail] = useState<string>();
  const sum = (price ?? 0) * quantity;
  const navigate = useNavigate();

  const enter = async () => {
    await openAccount(form, (body) => doorSale.enter({ id: event.id, body }), setTakenEmail);
    setSignedIn(true);
  };
  const pay = async () => {
    if (!isSignedIn) await enter();
    await reserve(event.id, quantity);
    // The cart is shown first if the bank would ask for another sum than the button's.
    if ((await cartTetri()) !== toTetri(price ?? 0) * quantity) return navigate(paths.cart);
    const { redirect } = await api.cart.checkout();
    return location.assign(redirect);
  };
  const buy = useCall(pay, { failed: t('door-sale:failed') });
  const submit = (sent: SubmitEvent) => {
    sent.preventDefault();
    setWarned(!isAccepted);
    if (isAccepted) buy.run();
  };
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      {isKnown ? (
        <p>{t('door-sale:signed_in')}</p>
      ) : (
        <Person
          form={form}
          isDone={isSignedIn}
          page={paths.doorSale(event.id)}
          isTaken={takenEmail === email}
          hasLogin
          lead={t('door-sale:lead')}
        />
      )}
      {most > 1 && (
        <Select label={t('door-sale:quantity')} className="w-[6rem]" {...form.register('quantity', { valueAsNumber: true })}>
          {Array.from({ length: most }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </Select>
      )}
      <div className="flex flex-col gap-2">
        <Checkbox
          {...form.register('acceptTerms')}
          label={<TermsLabel />}
          error={isWarned && !isAccepted ? t('door-sale:terms') : undefined}
        />
        {!isKnown && <Checkbox {...form.register('wantsNewsletter')} label={t('forms:newsletter')} disabled={isSignedIn} />}
      </div>
      <Problem text={needsProof(buy.failure) ? undefined : buy.problem} />
      {needsProof(buy.failure) ? (
        <LinkButton to={paths.cart}>{t('door-sale:to_cart')}</LinkButton>
      ) : (
        <Button type="submit" isWide isPending={buy.isPending} pendingLabel={t('door-sale:paying')}>
          {sum === 0 ? t('door-sale:get_free') : t('door-sale:pay', { price: moneyText(sum) })}
        </Button>
      )}
    </form>
  );
}

/** If a previous attempt left a cart line, set its quantity. */
async function reserve(eventId: number, quantity: number): Promise<void> {
  const { ticketItems } = await api.cart.get();
  const reserved = ticketItems.find((item) => item.eventId === eventId);
  if (!reserved) await api.cart.addTicket({ eventId, quantity });
  else if (reserved.quantity !== quantity) await api.cart.updateTicket({ eventId, quantity });
}

async function cartTetri(): Promise<number> {
  const { ticketItems } = await api.cart.get();
  return ticketItems.reduce((total, { price, quantity }) => total + toTetri(price) * quantity, 0);
}
