import { useTranslation } from 'react-i18next';
import { HONEYPOT } from '#shared/enquiries/honeypot.ts';

/** A field for programs that fill in all they find; people neither see nor reach it. */
export function HoneypotField() {
  const { t } = useTranslation(['common', 'forms']);
  return (
    <p aria-hidden="true" className="sr-only">
      <label htmlFor={HONEYPOT}>{t('forms:leave_empty')}</label>
      <input id={HONEYPOT} name={HONEYPOT} type="text" tabIndex={-1} autoComplete="off" />
    </p>
  );
}

/** What was written into it, if anything. */
export function honeypotIn(form: HTMLFormElement): string | undefined {
  const written = new FormData(form).get(HONEYPOT);
  return typeof written === 'string' && written !== '' ? written : undefined;
}
