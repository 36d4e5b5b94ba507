import { useTranslation } from 'react-i18next';

/** What to know before buying. */
export function EventNotes({ dressCode }: { dressCode: string }) {
  const { t } = useTranslation('events');
  const notes = [t('notes.age'), ...(dressCode ? [t('notes.dress_code', { dressCode })] : []), t('notes.one'), t('notes.qr')];
  return (
    <ul className="type-meta px-5 pb-2 text-muted desktop:px-7 desktop:pb-5">
      {notes.map((note) => (
        <li key={note} className="border-t border-hairline py-3 wrap-anywhere first:border-t-0 desktop:first:border-t">
          {note}
        </li>
      ))}
    </ul>
  );
}
