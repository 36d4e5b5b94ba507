import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditEntryView } from '#shared/staff/audit.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { staffPath } from '#web/staff/staff-path.ts';
import { detailWords, subjectWords } from './entry-words.ts';

/** Where each kind of thing is shown. */
const rooms = new Map([
  ['guest', 'guests'],
  ['order', 'orders'],
  ['event', 'nights'],
  ['enquiry', 'enquiries'],
]);

/** What it was done to, with the way there. */
export function EntrySubject({ entry: { subject } }: { entry: AuditEntryView }) {
  const { t } = useTranslation(['common', 'staff-audit']);
  const [kind = '', id = ''] = subject.split(' ');
  const room = rooms.get(kind);
  const words = subjectWords(subject, t);
  if (room === undefined || !/^\d+$/.test(id)) return <span className="whitespace-nowrap">{words}</span>;
  return (
    <Link to={staffPath(`${room}/${id}`)} className="link whitespace-nowrap">
      {words}
    </Link>
  );
}

/** Before → after, and why. */
export function EntryDetail({ entry }: { entry: AuditEntryView }) {
  const { t } = useTranslation(['common', 'staff-audit', 'accounts']);
  const { language } = useLanguage();
  return (
    <ul className="min-w-60">
      {detailWords(entry, language, t).map(({ label, text }) => (
        <li key={label} className="wrap-anywhere">
          {label !== '' && <span className="text-muted">{label}: </span>}
          {text}
        </li>
      ))}
    </ul>
  );
}
