import { type FormEvent, type ReactNode, useState } from 'react';
import { HONEYPOT } from '#shared/enquiries/honeypot.ts';
import type { PostedForm } from '#shared/rendering.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, type SummaryError } from '#web/ui/error-summary.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { PhoneLink } from '#web/ui/value-text.tsx';
import { SuccessNote } from '#web/ui/success-note.tsx';
import { useErrorTitle } from './document.ts';
import { validationText } from './error-text.ts';
import { loadRules, usePreloadedRules } from './form-rules.ts';
import { usePosted } from './providers.tsx';
import { useSite } from './site.tsx';
import { useUnsaved } from './unsaved.ts';

type EnquiryFormProps = {
  enquiry: Enquiry;
  texts: { title: string; submit: string; submitting: string; sent: string; failed: string };
  children: ReactNode;
};

/** A form that sends an enquiry to the club, with the result above the fields. */
export function EnquiryForm({ enquiry, texts, children }: EnquiryFormProps) {
  const { t } = useTranslation(['common', 'forms']);
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
      <form noValidate method="post" action="#write" onChange={enquiry.change} onSubmit={enquiry.submit} className="flex flex-col gap-6">
        {children}
        <HoneypotField />
        <Button type="submit" isWide isPending={enquiry.isSending} pendingLabel={texts.submitting}>
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

/** The keys of wrong fields' sentences: field → key. */
type Wrong = Record<string, string>;

/** The rules of a form: what it sends, or what is wrong. */
export type Judge<F> = (typed: Record<string, string>) => { fields: F } | { wrong: Wrong };

type Outcome = { state: PostedForm['state']; wrong: Wrong };

type Enquiry = {
  state: 'idle' | PostedForm['state'];
  /** Counts the attempts, so that each result is announced. */
  attempt: number;
  /** The errors of the last attempt; those at the fields follow the typing. */
  wrong: Wrong;
  isSending: boolean;
  /** The props of a control in the form. */
  control(name: string): { id: string; name: string; defaultValue: string; error: string | undefined };
  change(event: FormEvent<HTMLFormElement>): void;
  submit(event: FormEvent<HTMLFormElement>): void;
};

/**
 * An enquiry (spec §4): the fields are cleared after a success and kept after a failure. Its controls keep what is typed, also before the
 * script runs; the rules load with the first field that has the focus. If this page answers a form that was sent without script, it starts
 * with that result.
 */
export function useEnquiry<F extends Record<string, string>>(
  empty: F,
  load: () => Promise<Judge<F>>,
  send: (fields: F, honeypot: string | undefined) => Promise<unknown>,
): Enquiry {
  const { t } = useTranslation(['common', 'forms']);
  const { state = 'idle', wrong = {}, values = {} } = usePosted() ?? {};
  const [posted] = useState(values);
  const [outcome, setOutcome] = useState<Omit<Outcome, 'state'> & Pick<Enquiry, 'state' | 'attempt'>>({ state, wrong, attempt: 0 });
  const [shown, setShown] = useState(wrong);
  // What was posted and refused is unsaved, too.
  const [isDirty, setDirty] = useState(Object.values(posted).some(isFilled));
  const [isSending, setSending] = useState(false);
  useUnsaved(isDirty);
  usePreloadedRules(load);
  const isJudged = outcome.attempt > 0 && outcome.state !== 'sent';

  const judgeAnew = async (name: string, typed: Record<string, string>) => {
    const result = (await load())(typed);
    const key = 'wrong' in result ? result.wrong[name] : undefined;
    setShown(({ [name]: _judged, ...others }) => (key === undefined ? others : { ...others, [name]: key }));
  };
  const attempt = async (form: HTMLFormElement): Promise<Outcome> => {
    const [typed, honeypot] = [typedIn(form, empty), honeypotIn(form)];
    // Without its rules the form cannot be sent.
    const judge = await loadRules(load).catch(() => undefined);
    if (!judge) return { state: 'failed', wrong: {} };
    const result = judge(typed);
    if ('wrong' in result) return { state: 'refused', wrong: result.wrong };
    const isSent = await send(result.fields, honeypot).then(
      () => true,
      () => false,
    );
    return { state: isSent ? 'sent' : 'failed', wrong: {} };
  };
  const sendForm = async (form: HTMLFormElement) => {
    setSending(true);
    const end = await attempt(form);
    if (end.state === 'sent') {
      for (const control of controlsOf(form, empty)) control.value = '';
      setDirty(false);
    }
    setShown(end.wrong);
    setOutcome((before) => ({ ...end, attempt: before.attempt + 1 }));
    setSending(false);
  };
  return {
    ...outcome,
    isSending,
    control(name) {
      const key = shown[name];
      return { id: name, name, defaultValue: posted[name] ?? '', error: key === undefined ? undefined : validationText(key, t) };
    },
    change({ currentTarget, target }) {
      const controls = controlsOf(currentTarget, empty);
      setDirty(controls.some(({ value }) => isFilled(value)));
      const changed = controls.find((control) => control === target);
      if (isJudged && changed) judgeAnew(changed.name, typedIn(currentTarget, empty)).catch(() => undefined);
    },
    submit(event) {
      event.preventDefault();
      void sendForm(event.currentTarget);
    },
  };
}

const isFilled = (text: string): boolean => text !== '';

const controlsOf = (form: HTMLFormElement, empty: object) =>
  Object.keys(empty).flatMap((name) => {
    const control = form.elements.namedItem(name);
    return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? [control] : [];
  });

const typedIn = (form: HTMLFormElement, empty: object): Record<string, string> =>
  Object.fromEntries(controlsOf(form, empty).map(({ name, value }) => [name, value]));

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

/** Spec §1: phone and e-mail of the club, large enough to tap. */
export function ContactBlock() {
  const { t } = useTranslation('pages');
  const { phone, email } = useSite();
  return (
    <section aria-labelledby="contact" className="flex flex-col gap-4">
      <FittedText as="h2" id="contact" className="type-display-s">
        {t('contact.title')}
      </FittedText>
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
