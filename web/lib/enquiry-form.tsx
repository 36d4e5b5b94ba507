import { type FormEvent, type ReactNode, useState } from 'react';
import type { DefaultValues, FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { HONEYPOT } from '#shared/enquiries/honeypot.ts';
import type { PostedForm } from '#shared/rendering.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, type SummaryError } from '#web/ui/error-summary.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { PhoneLink } from '#web/ui/value-text.tsx';
import { SuccessNote } from '#web/ui/states.tsx';
import { useErrorTitle } from './document.ts';
import { validationText } from './error-text.ts';
import { usePosted } from './providers.tsx';
import { useSite } from './site.tsx';
import { useUnsaved } from './unsaved.ts';

type EnquiryFormProps<F extends FieldValues> = {
  form: UseFormReturn<F>;
  enquiry: Enquiry;
  texts: { title: string; submit: string; submitting: string; sent: string; failed: string };
  children: ReactNode;
};

/** A form that sends an enquiry to the club, with the result above the fields. */
export function EnquiryForm<F extends FieldValues>({ form, enquiry, texts, children }: EnquiryFormProps<F>) {
  const { t } = useTranslation(['common', 'forms']);
  const { isSubmitting } = form.formState;
  const fields: SummaryError[] = Object.entries(enquiry.wrong).map(([id, key]) => ({ id, message: validationText(key, t) }));
  const errors = enquiry.state === 'failed' ? [{ message: texts.failed }] : fields;
  useErrorTitle(errors.length > 0);
  return (
    <section aria-labelledby="write" className="flex max-w-162 grow flex-col gap-6">
      <h2 id="write" className="type-display-s">
        {texts.title}
      </h2>
      {enquiry.state === 'sent' && <SuccessNote key={enquiry.attempt} text={texts.sent} />}
      {errors.length > 0 && <ErrorSummary key={enquiry.attempt} errors={errors} />}
      <form noValidate method="post" action="#write" onSubmit={enquiry.submit} className="flex flex-col gap-6">
        {children}
        <HoneypotField />
        <Button type="submit" isWide isPending={isSubmitting} pendingLabel={texts.submitting}>
          {texts.submit}
        </Button>
      </form>
    </section>
  );
}

/** A link down to the form, which is below pictures and texts on narrow screens. */
export function ToForm({ text }: { text: string }) {
  return (
    <a
      href="#write"
      className="no-print inline-flex min-h-14 items-center justify-center border border-control px-6 text-center font-semibold hover:bg-surface-2 desktop:hidden"
    >
      {text}
    </a>
  );
}

type Enquiry = {
  state: 'idle' | PostedForm['state'];
  /** Counts the attempts, so that each result is announced. */
  attempt: number;
  /** The errors of the last attempt: field → key of its sentence. */
  wrong: Record<string, string>;
  submit(event: FormEvent<HTMLFormElement>): void;
};

type Outcome = Pick<Enquiry, 'state' | 'wrong'>;

/**
 * Sends an enquiry (spec §4): the fields are cleared after a success and kept after a failure. If this page answers a form that was sent
 * without script, it starts with that result.
 */
export function useEnquiry<F extends FieldValues>(
  form: UseFormReturn<F>,
  empty: DefaultValues<F>,
  send: (fields: F, honeypot: string | undefined) => Promise<unknown>,
): Enquiry {
  useUnsaved(form.formState.isDirty);
  const { state = 'idle', wrong = {} } = usePosted() ?? {};
  const [outcome, setOutcome] = useState<Outcome & { attempt: number }>({ state, wrong, attempt: 0 });
  const end = (next: Outcome) => setOutcome(({ attempt }) => ({ ...next, attempt: attempt + 1 }));
  const valid = async (fields: F, honeypot: string | undefined) => {
    try {
      await send(fields, honeypot);
    } catch {
      return end({ state: 'failed', wrong: {} });
    }
    form.reset(empty);
    return end({ state: 'sent', wrong: {} });
  };
  // Without its rules the form cannot be sent.
  const invalid = (errors: FieldErrors<F>) =>
    end(errors.root ? { state: 'failed', wrong: {} } : { state: 'refused', wrong: keysOf(errors) });
  return {
    ...outcome,
    submit: (event) => {
      const honeypot = honeypotIn(event.currentTarget);
      void form.handleSubmit((fields) => valid(fields, honeypot), invalid)(event);
    },
  };
}

/** The props of a control in the form. */
export function useControl<F extends FieldValues>(form: UseFormReturn<F>) {
  const { t } = useTranslation(['common', 'forms']);
  const { defaultValues, errors } = form.formState;
  const first = new Map(Object.entries(defaultValues ?? {}));
  const keys = keysOf(errors);
  return (name: Path<F>) => {
    const key = keys[name];
    return {
      ...form.register(name),
      id: name,
      // Needed before the script runs.
      defaultValue: String(first.get(name) ?? ''),
      error: key === undefined ? undefined : validationText(key, t),
    };
  };
}

const keysOf = (errors: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]: [string, { message?: unknown }]) =>
      typeof error.message === 'string' ? [[name, error.message]] : [],
    ),
  );

/** A field that only programs fill in: people neither see nor reach it. */
function HoneypotField() {
  const { t } = useTranslation(['common', 'forms']);
  return (
    <p aria-hidden="true" className="sr-only">
      <label htmlFor={HONEYPOT}>{t('forms:leave_empty')}</label>
      <input id={HONEYPOT} name={HONEYPOT} type="text" tabIndex={-1} autoComplete="off" />
    </p>
  );
}

function honeypotIn(form: HTMLFormElement): string | undefined {
  const written = new FormData(form).get(HONEYPOT);
  return typeof written === 'string' && written !== '' ? written : undefined;
}

/** The initial values of a form: empty, or what was sent without script, with its errors. */
export function useFirstFill<F extends FieldValues>(empty: F): { defaultValues: F; errors: FieldErrors<F> } {
  const posted = usePosted();
  // One object for all renders: a new one would be taken for new errors.
  const [fill] = useState(() => ({ defaultValues: { ...empty, ...posted?.values }, errors: asErrors<F>(posted?.wrong ?? {}) }));
  return fill;
}

/** The server uses the field names of this form. */
const asErrors = <F extends FieldValues>(wrong: Record<string, string>) =>
  Object.fromEntries(Object.entries(wrong).map(([name, message]) => [name, { type: 'posted', message }])) as FieldErrors<F>;

/** Spec §1: phone and e-mail of the club, large enough to tap. */
export function ContactBlock() {
  const { t } = useTranslation('pages');
  const { phone, email } = useSite();
  return (
    <section aria-labelledby="contact" className="flex flex-col gap-4">
      <h2 id="contact" className="type-display-s">
        {t('contact.title')}
      </h2>
      <dl className="flex flex-col gap-4">
        <div>
          <dt className="type-label text-muted">{t('contact.phone')}</dt>
          <dd>
            <PhoneLink phone={phone} className="link text-[1.5rem]" />
          </dd>
        </div>
        <div>
          <dt className="type-label text-muted">{t('contact.email')}</dt>
          <dd>
            <a href={`mailto:${email}`} className="link inline-flex min-h-11 items-center text-[1.5rem] wrap-anywhere">
              {email}
            </a>
          </dd>
        </div>
      </dl>
    </section>
  );
}
