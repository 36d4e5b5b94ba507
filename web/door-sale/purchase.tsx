import { type SubmitEvent, useState } from 'react';
import { Controller, type Resolver, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { createClient } from '#shared/contract.ts';
import { ApiError } from '#shared/errors.ts';
import { moneyText, toTetri } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { doorSaleContract, type DoorSaleView } from '#shared/door-sale/door-sale.contract.ts';
import { api, sendAsUser, session } from '#web/lib/browser-api.ts';
import { validationText } from '#web/lib/error-text.ts';
import { rememberReturnTo } from '#web/lib/return-to.ts';
import { forgetTab, readTab, writeTab } from '#web/lib/tab-storage.ts';
import { TermsLabel } from '#web/lib/terms-label.tsx';
import { needsProof, useCall } from '#web/lib/use-call.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Checkbox, Field, Select } from '#web/ui/fields.tsx';
import { Problem } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import type { Typed } from './rules.ts';

const { doorSale } = createClient({ doorSale: doorSaleContract }, sendAsUser);

/** The fields about a person, in the order of the screen. */
const PERSON = ['firstName', 'lastName', 'phoneNumber', 'email', 'birthdate'] as const;
type PersonField = (typeof PERSON)[number];

const EMPTY: Typed = {
  firstName: '',
  lastName: '',
  phoneNumber: '+995 ',
  email: '',
  birthdate: '',
  wantsNewsletter: false,
  quantity: 1,
  acceptTerms: false,
};

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

  const refuse = (error: ApiError, typed: Typed) => {
    const { code, errors = {} } = error.body;
    for (const field of PERSON.toReversed()) {
      const message = errors[field];
      if (message !== undefined) form.setError(field, { type: 'server', message }, { shouldFocus: true });
    }
    if (code === 'email_taken') setTakenEmail(typed.email);
  };
  const enter = async () => {
    if (!(await form.trigger(PERSON, { shouldFocus: true }))) throw new ApiError(422, { code: 'invalid_fields' });
    const typed = form.getValues();
    const { firstName, lastName, phoneNumber, birthdate, wantsNewsletter } = typed;
    const body = { firstName, lastName, phoneNumber, email: typed.email, birthdate, wantsNewsletter, entryId: takeEntryId() };
    try {
      session.signIn((await doorSale.enter({ id: event.id, body })).accessToken);
    } catch (error) {
      if (error instanceof ApiError) refuse(error, typed);
      throw error;
    }
    forgetTab(ENTRY);
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
        <Person form={form} isDone={isSignedIn} eventId={event.id} isTaken={takenEmail === email} />
      )}
      {most > 1 && (
        <Select label={t('door-sale:quantity')} className="w-24" {...form.register('quantity', { valueAsNumber: true })}>
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

const ENTRY = 'door-sale-entry';

/** One id until the account is open, also over a reload: a retry after a lost answer is the same door sale. */
function takeEntryId(): string {
  const entryId = readTab(ENTRY) ?? crypto.randomUUID();
  writeTab(ENTRY, entryId);
  return entryId;
}

/** Fetched with the first press. */
const rules: Resolver<Typed> = async (...typed) => (await import('./rules.ts')).purchaseRules(...typed);

type PersonProps = {
  form: UseFormReturn<Typed>;
  /** The account is already open: only the payment must be retried. */
  isDone: boolean;
  eventId: number;
  /** The address already has an account. */
  isTaken: boolean;
};

/** The five fields; the browser fills in those that it knows. */
function Person({ form, isDone, eventId, isTaken }: PersonProps) {
  const { t } = useTranslation(['common', 'door-sale', 'accounts', 'forms']);
  const navigate = useNavigate();
  const controlOf = (field: PersonField) => {
    const key = form.formState.errors[field]?.message;
    return { id: `door-sale-${field}`, error: key === undefined ? undefined : validationText(key, t) };
  };
  const textOf = (field: PersonField) => ({
    ...form.register(field, { onChange: () => form.clearErrors(field) }),
    ...controlOf(field),
  });
  const logIn = () => {
    rememberReturnTo(paths.doorSale(eventId));
    void navigate(paths.login, { state: { email: isTaken ? form.getValues('email') : undefined } });
  };
  return (
    <fieldset disabled={isDone} className="flex flex-col gap-5">
      <legend className="mb-5 w-full">
        {t('door-sale:lead')}{' '}
        {!isDone && (
          <button type="button" className="link inline-flex min-h-11 items-center" onClick={logIn}>
            {t('door-sale:have_account')}
          </button>
        )}
      </legend>
      <div className="field-pair">
        <Field {...textOf('firstName')} label={t('accounts:fields.first_name')} autoComplete="given-name" spellCheck={false} />
        <Field {...textOf('lastName')} label={t('accounts:fields.last_name')} autoComplete="family-name" spellCheck={false} />
      </div>
      <Field
        {...textOf('phoneNumber')}
        label={t('accounts:fields.phone_number')}
        hint={t('door-sale:phone_hint')}
        type="tel"
        autoComplete="tel"
      />
      <Field
        {...textOf('email')}
        label={t('accounts:fields.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      {isTaken && (
        <button type="button" className="link -mt-3 inline-flex min-h-11 items-center self-start" onClick={logIn}>
          {t('accounts:register.taken_login')}
        </button>
      )}
      <Controller
        control={form.control}
        name="birthdate"
        rules={{ onChange: () => form.clearErrors('birthdate') }}
        render={({ field: { name, value, onChange, ref } }) => (
          <DateField
            {...{ name, value, onChange, ref }}
            {...controlOf('birthdate')}
            legend={t('accounts:fields.birthdate')}
            hint={t('accounts:fields.birthdate_hint')}
            autoComplete="bday"
          />
        )}
      />
    </fieldset>
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
