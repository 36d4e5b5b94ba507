import { useTranslation } from 'react-i18next';

/** What to know before buying. */
export function EventNotes() {
  const { t } = useTranslation('events');
  return (
    <ul className="type-meta px-5 pb-2 text-muted desktop:px-7 desktop:pb-5">
      {(['age', 'one', 'qr'] as const).map((note) => (
        <li key={note} className="border-t border-hairline py-3 first:border-t-0 desktop:first:border-t">
          {t(`notes.${note}`)}
        </li>
      ))}
    </ul>
  );
}
