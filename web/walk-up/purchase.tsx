import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { createClient } from '#shared/contract.ts';
import { ApiError } from '#shared/errors.ts';
import { moneyText, toTetri } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { walkUpContract, type WalkUpView } from '#shared/walk-up/walk-up.contract.ts';
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

const { walkUp } = createClient({ walkUp: walkUpContract }, sendAsUser);

const NOBODY = { firstName: '', lastName: '', phoneNumber: '+995 ', email: '', birthdate: '' };
type PersonField = keyof typeof NOBODY;
/** In the order of the screen. */
const FIELDS = ['firstName', 'lastName', 'phoneNumber', 'email', 'birthdate'] as const satisfies readonly PersonField[];
type Refused = Partial<Record<PersonField, string>>;

type PurchaseProps = {
  view: WalkUpView;
  /** Somebody who was logged in before needs no form. */
  isKnown: boolean;
};

/** Who buys, how many places, the terms, and the way to the bank's page. Nothing typed is lost when something is refused. */
export function Purchase({ view: { event, price, most }, isKnown }: PurchaseProps) {
  const { t } = useTranslation(['common', 'walk-up', 'errors', 'account-errors', 'handover-errors', 'forms']);
  const [person, setPerson] = useState(NOBODY);
  const [refused, setRefused] = useState<Refused>({});
  const [quantity, setQuantity] = useState(1);
  const [isAccepted, setAccepted] = useState(false);
  const [wantsNewsletter, setWantsNewsletter] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const [isSignedIn, setSignedIn] = useState(isKnown);
  const [takenEmail, setTakenEmail] = useState<string>();
  const sum = (price ?? 0) * quantity;
  const navigate = useNavigate();

  const refuse = (errors: Refused) => {
    setRefused(errors);
    const first = FIELDS.find((field) => errors[field] !== undefined);
    if (first) document.querySelector<HTMLElement>(`#${idOf(first)}`)?.focus();
  };
  const enter = async () => {
    const { refusedOf } = await import('./rules.ts');
    const errors = refusedOf(person);
    if (Object.keys(errors).length > 0) {
      refuse(errors);
      throw new ApiError(422, { code: 'invalid_fields' });
    }
    try {
      session.signIn((await walkUp.enter({ id: event.id, body: { ...person, wantsNewsletter, entryId: takeEntryId() } })).accessToken);
      forgetTab(ENTRY);
      setSignedIn(true);
    } catch (error) {
      if (error instanceof ApiError) refuse(error.body.errors ?? {});
      if (error instanceof ApiError && error.body.code === 'email_taken') setTakenEmail(person.email);
      throw error;
    }
  };
  const pay = async () => {
    if (!isSignedIn) await enter();
    await reserve(event.id, quantity);
    // The cart shows what the bank would ask for, where that is not the sum of the button.
    if ((await cartTetri()) !== toTetri(price ?? 0) * quantity) return navigate(paths.cart);
    const { redirect } = await api.cart.checkout();
    location.assign(redirect);
  };
  const buy = useCall(pay, { failed: t('walk-up:failed') });
  const submit = (sent: SubmitEvent) => {
    sent.preventDefault();
    setWarned(!isAccepted);
    if (isAccepted) buy.run();
  };
  const controlOf = (field: PersonField) => ({
    id: idOf(field),
    name: field,
    value: person[field],
    error: refused[field] === undefined ? undefined : validationText(refused[field], t),
  });
  const type = (field: PersonField, value: string) => {
    setPerson((before) => ({ ...before, [field]: value }));
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)));
  };
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      {isKnown ? (
        <p>{t('walk-up:signed_in')}</p>
      ) : (
        <Person controlOf={controlOf} type={type} isDone={isSignedIn} eventId={event.id} isTaken={takenEmail === person.email} />
      )}
      {most > 1 && (
        <Select
          label={t('walk-up:quantity')}
          name="places"
          className="w-24"
          value={quantity}
          onChange={({ target }) => setQuantity(Number(target.value))}
        >
          {Array.from({ length: most }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </Select>
      )}
      <div className="flex flex-col gap-2">
        <Checkbox
          name="acceptTerms"
          label={<TermsLabel />}
          checked={isAccepted}
          error={isWarned && !isAccepted ? t('walk-up:terms') : undefined}
          onChange={({ target }) => setAccepted(target.checked)}
        />
        {!isKnown && (
          <Checkbox
            name="wantsNewsletter"
            label={t('forms:newsletter')}
            checked={wantsNewsletter}
            disabled={isSignedIn}
            onChange={({ target }) => setWantsNewsletter(target.checked)}
          />
        )}
      </div>
      <Problem text={needsProof(buy.failure) ? undefined : buy.problem} />
      {needsProof(buy.failure) ? (
        <LinkButton to={paths.cart}>{t('walk-up:to_cart')}</LinkButton>
      ) : (
        <Button type="submit" isWide isPending={buy.isPending} pendingLabel={t('walk-up:paying')}>
          {sum === 0 ? t('walk-up:get_free') : t('walk-up:pay', { price: moneyText(sum) })}
        </Button>
      )}
    </form>
  );
}

const ENTRY = 'walk-up-entry';

/** One id until the account is open: after a lost answer it stands for the same entry, also after a reload. */
function takeEntryId(): string {
  const entryId = readTab(ENTRY) ?? crypto.randomUUID();
  writeTab(ENTRY, entryId);
  return entryId;
}

const idOf = (field: string): string => `walk-up-${field}`;

type PersonProps = {
  controlOf(field: PersonField): { id: string; name: string; value: string; error: string | undefined };
  type(field: PersonField, value: string): void;
  /** The account is open already: only the payment is to be tried again. */
  isDone: boolean;
  eventId: number;
  /** The address has an account. */
  isTaken: boolean;
};

/** The five fields, each filled in by the browser where it knows them. */
function Person({ controlOf, type, isDone, eventId, isTaken }: PersonProps) {
  const { t } = useTranslation(['common', 'walk-up', 'accounts']);
  const navigate = useNavigate();
  const textOf = (field: PersonField) => ({
    ...controlOf(field),
    onChange: ({ target }: { target: { value: string } }) => type(field, target.value),
  });
  const logIn = () => {
    rememberReturnTo(paths.walkUp(eventId));
    void navigate(paths.login, { state: { email: isTaken ? controlOf('email').value : undefined } });
  };
  return (
    <fieldset disabled={isDone} className="flex flex-col gap-5">
      <legend className="mb-5 w-full">
        {t('walk-up:lead')}{' '}
        {!isDone && (
          <button type="button" className="link inline-flex min-h-11 items-center" onClick={logIn}>
            {t('walk-up:have_account')}
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
        hint={t('walk-up:phone_hint')}
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
      <DateField
        {...controlOf('birthdate')}
        legend={t('accounts:fields.birthdate')}
        hint={t('accounts:fields.birthdate_hint')}
        autoComplete="bday"
        onChange={(value) => type('birthdate', value)}
      />
    </fieldset>
  );
}

/** Places that are in the cart already are those of a try before: they become as many as are wanted now. */
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
