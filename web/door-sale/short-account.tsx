import { Controller, type Resolver, type UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { DoorSaleForm } from '#shared/accounts/account.schemas.ts';
import { ApiError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { session } from '#web/lib/browser-api.ts';
import { validationText } from '#web/lib/error-text.ts';
import { rememberReturnTo } from '#web/lib/return-to.ts';
import { forgetTab, readTab, writeTab } from '#web/lib/tab-storage.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import type { Typed } from './rules.ts';

/** The fields about a person, in the order of the screen. */
const PERSON = ['firstName', 'lastName', 'phoneNumber', 'email', 'birthdate'] as const;
type PersonField = (typeof PERSON)[number];

export const EMPTY: Typed = {
  firstName: '',
  lastName: '',
  phoneNumber: '+995 ',
  email: '',
  birthdate: '',
  wantsNewsletter: false,
  quantity: 1,
  acceptTerms: false,
};

type Enter = (body: DoorSaleForm & { entryId: string }) => Promise<{ accessToken: string }>;

/** Opens an account with what was typed, and signs it in. A refusal stands at its fields; `onTaken`: the address has an account. */
export async function openAccount(form: UseFormReturn<Typed>, enter: Enter, onTaken: (email: string) => void): Promise<void> {
  if (!(await form.trigger(PERSON, { shouldFocus: true }))) throw new ApiError(422, { code: 'invalid_fields' });
  const { firstName, lastName, phoneNumber, email, birthdate, wantsNewsletter } = form.getValues();
  const body = { firstName, lastName, phoneNumber, email, birthdate, wantsNewsletter, entryId: takeEntryId() };
  try {
    session.signIn((await enter(body)).accessToken);
  } catch (error) {
    if (error instanceof ApiError) refuse(form, error);
    if (error instanceof ApiError && error.body.code === 'email_taken') onTaken(email);
    throw error;
  }
  forgetTab(ENTRY);
}

function refuse(form: UseFormReturn<Typed>, { body: { errors = {} } }: ApiError): void {
  for (const field of PERSON.toReversed()) {
    const message = errors[field];
    if (message !== undefined) form.setError(field, { type: 'server', message }, { shouldFocus: true });
  }
}

const ENTRY = 'door-sale-entry';

/** One id until the account is open, also over a reload: a retry after a lost answer is the same door sale. */
function takeEntryId(): string {
  const entryId = readTab(ENTRY) ?? crypto.randomUUID();
  writeTab(ENTRY, entryId);
  return entryId;
}

/** Fetched with the first press. */
export const rules: Resolver<Typed> = async (...typed) => (await import('./rules.ts')).purchaseRules(...typed);

type PersonProps = {
  form: UseFormReturn<Typed>;
  /** The account is already open: only the payment must be retried. */
  isDone: boolean;
  /** The page that the login leads back to. */
  page: string;
  /** The address already has an account. */
  isTaken: boolean;
  lead: string;
  /** Nothing else on the page leads to the login. */
  hasLogin: boolean;
};

/** The five fields; the browser fills in those that it knows. */
export function Person({ form, isDone, page, isTaken, lead, hasLogin }: PersonProps) {
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
    rememberReturnTo(page);
    void navigate(paths.login, { state: { email: isTaken ? form.getValues('email') : undefined } });
  };
  return (
    <fieldset disabled={isDone} className="flex flex-col gap-5">
      <legend className="mb-5 w-full">
        {lead}{' '}
        {hasLogin && !isDone && (
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
