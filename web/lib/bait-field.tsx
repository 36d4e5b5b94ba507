import { useTranslation } from 'react-i18next';
import { BAIT } from '#shared/enquiries/bait.ts';

/** A field for programs that fill in all they find; people neither see nor reach it. */
export function BaitField() {
  const { t } = useTranslation(['common', 'forms']);
  return (
    <p aria-hidden="true" className="sr-only">
      <label htmlFor={BAIT}>{t('forms:leave_empty')}</label>
      <input id={BAIT} name={BAIT} type="text" tabIndex={-1} autoComplete="off" />
    </p>
  );
}

/** What was written into it, if anything. */
export function baitIn(form: HTMLFormElement): string | undefined {
  const written = new FormData(form).get(BAIT);
  return typeof written === 'string' && written !== '' ? written : undefined;
}
