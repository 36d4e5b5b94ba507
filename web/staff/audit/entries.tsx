import { Link } from 'react-router';
import { type Language, STATUSES } from '#shared/constants.ts';
import { dateText, timeText } from '#shared/dates.ts';
import { DEVICE_RIGHTS } from '#shared/door/scanner-devices.ts';
import { moneyText, toGel } from '#shared/money.ts';
import { type AuditEntryView, BY_LINK } from '#shared/staff/audit.contract.ts';
import { STAFF_ROLES, type StaffRole } from '#shared/staff/rights.ts';
import type { Translate } from '#shared/translate.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { type Column, DataTable, Moment } from '#web/staff/components/data-table.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';

export const entryColumns = (t: Translate): Column<AuditEntryView>[] => [
  { key: 'at', title: t('staff-audit:when'), place: 'detail', cell: ({ at }) => <Moment at={at} /> },
  {
    key: 'staff',
    title: t('staff-audit:staff'),
    place: 'detail',
    cell: ({ staff }) => <span className="whitespace-nowrap">{staff.name === BY_LINK ? t('staff-audit:by_link') : staff.name}</span>,
  },
  { key: 'action', title: t('staff-audit:action'), place: 'name', cell: ({ action }) => actionText(action, t) },
  { key: 'subject', title: t('staff-audit:subject'), place: 'state', cell: (entry) => <EntrySubject entry={entry} /> },
  { key: 'detail', title: t('staff-audit:detail'), place: 'line', cell: (entry) => <EntryDetail entry={entry} /> },
];

/** The section of the console for each kind of subject. */
const sections = new Map([
  ['guest', 'guests'],
  ['order', 'sales/orders'],
  ['event', 'events'],
  ['enquiry', 'site/inbox'],
]);

/** The record that was changed, with a link to it. */
function EntrySubject({ entry: { subject } }: { entry: AuditEntryView }) {
  const { t } = useTranslation(['common', 'staff-audit']);
  const [kind = '', id = ''] = subject.split(' ');
  const section = sections.get(kind);
  const text = subjectText(subject, t);
  if (section === undefined || !/^\d+$/.test(id)) return text;
  return (
    <Link to={staffPath(`${section}/${id}`)} className="link whitespace-nowrap">
      {text}
    </Link>
  );
}

/** The state before → after, and the reason. */
function EntryDetail({ entry }: { entry: AuditEntryView }) {
  const { t } = useTranslation(['common', 'staff', 'staff-audit', 'accounts']);
  const { language } = useLanguage();
  return (
    <ul className="tablet:min-w-60">
      {detailTexts(entry, language, t).map(({ label, text }) => (
        <li key={label} className="wrap-anywhere">
          {label !== '' && <span className="text-muted">{label}: </span>}
          {text}
        </li>
      ))}
    </ul>
  );
}

/** The audit entries of one subject, for that subject's screen. Its texts are in `staff-audit`. */
export function EntryList({ entries, empty }: { entries: readonly AuditEntryView[]; empty: string }) {
  const { t } = useTranslation(['common', 'staff-audit', 'staff']);
  if (entries.length === 0) return <p className="text-muted">{empty}</p>;
  const columns = entryColumns(t).filter(({ key }) => key !== 'subject');
  return <DataTable caption={t('staff:nav.activity')} columns={columns} rows={entries} keyOf={({ id }) => id} />;
}

/** A changed field or a remark; `label` is empty for the main one. */
type LabelledText = { label: string; text: string };

const LONGEST_VALUE = 200;
const ARROW = ' → ';
const WIRE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Fields whose values are names in the code; the empty one is the main field. */
const NAMED_FIELDS: ReadonlySet<string> = new Set(['', 'state', 'decision', 'tickets', 'by', 'exits']);
const VALUES = [
  ...(['issue', 'refund', 'close', 'all', 'draft', 'published', 'cancelled', 'new', 'answered'] as const),
  ...(['queued', 'sent', 'dead', 'paid', 'pending', 'failed', 'refunded', 'operator'] as const),
  ...(['none', 'until', 'always', 'nobody', 'named', 'verified'] as const),
] as const;

/** The log may be older than the code: an unknown action is shown by its stored name. */
export const actionText = (action: string, t: Translate): string =>
  t(key(`actions.${action.replaceAll('.', '_')}`), { defaultValue: action });
const fieldText = (field: string, t: Translate): string => t(key(`fields.${field}`), { defaultValue: field });

/** `order 12` as text. */
function subjectText(subject: string, t: Translate): string {
  const [kind = '', ...rest] = subject.split(' ');
  return `${t(key(`subjects.${kind}`), { defaultValue: kind })} ${rest.join(' ')}`.trim();
}

/** Keys come from the log as plain text. */
const key = (name: string) => `staff-audit:${name}` as 'staff-audit:when';

/** The detail of an entry: before → after, field by field, and the reason. */
function detailTexts({ detail }: Pick<AuditEntryView, 'detail'>, language: Language, t: Translate): LabelledText[] {
  const { before, after, ...rest } = detail;
  const textOf = (value: unknown, field = ''): string => {
    if (field === 'rights' && Array.isArray(value)) return rightsText(value, t);
    if (isMoney(field, value)) return moneyText(toGel(value));
    const known = NAMED_FIELDS.has(field) ? VALUES.find((each) => each === value) : undefined;
    return known ? t(`staff-audit:values.${known}`) : valueText(value, language, t);
  };
  // A pass has one name in no language; events and ticket types have names in two.
  const hasTwoNames = [rest, before, after].some((part) => isRecord(part) && 'nameLat' in part);
  const labelOf = (field: string) => fieldText(field === 'name' && !hasTwoNames ? 'ownName' : field, t);
  const others = Object.entries(rest).map(([field, value]) => ({ label: labelOf(field), text: textOf(value, field) }));
  if (before === undefined && after === undefined) return others;
  if (!isRecord(before) && !isRecord(after)) return [{ label: '', text: textOf(before) + ARROW + textOf(after) }, ...others];
  const [old, next] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const changed = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter(
    (field) => JSON.stringify(old[field]) !== JSON.stringify(next[field]),
  );
  return [
    ...changed.map((field) => ({ label: labelOf(field), text: textOf(old[field], field) + ARROW + textOf(next[field], field) })),
    ...others,
  ];
}

/** The rights of a scanner device. */
const rightsText = (rights: readonly unknown[], t: Translate): string =>
  DEVICE_RIGHTS.filter((right) => rights.includes(right))
    .map((right) => t(`staff-audit:rights.${right}`))
    .join(', ');

const isMoney = (field: string, value: unknown): value is number => field.endsWith('Tetri') && typeof value === 'number';
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const isRoles = (value: unknown): value is StaffRole[] =>
  Array.isArray(value) && value.every((each) => STAFF_ROLES.some((role) => role === each));

function valueText(value: unknown, language: Language, t: Translate): string {
  if (value === null || value === undefined || value === '') return t('staff-audit:nothing');
  if (typeof value === 'boolean') return t(value ? 'staff:yes' : 'staff:no');
  if (isRoles(value)) return value.map((role) => t(`staff:roles.${role}`)).join(', ') || t('staff-audit:nothing');
  if (typeof value !== 'string') return shortened(typeof value === 'number' ? String(value) : JSON.stringify(value));
  const status = STATUSES.find((one) => one === value);
  if (status) return t(`accounts:status.${status}`);
  if (value === 'for good') return t('staff-audit:for_good');
  if (WIRE_TIME.test(value)) return `${dateText(value, language, t)}, ${timeText(value)}`;
  return shortened(value);
}

const shortened = (text: string): string => (text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text);
