import { useTranslation } from 'react-i18next';
import { isWebAddress } from '#shared/web-address.ts';
import type { EnquiryView } from '#shared/staff/enquiries.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

const FIELDS = ['name', 'email', 'eventDescription', 'fullName', 'stageName', 'socialLink', 'musicLink', 'motivation'] as const;

/** The fields of the form as they were filled in, or the text as it came. */
export function EnquiryFields({ enquiry: { parts, body, email } }: { enquiry: EnquiryView }) {
  const { t } = useTranslation('staff-enquiries');
  if (!parts) return <p className="break-words whitespace-pre-wrap">{body}</p>;
  const links = parts.map(({ value }) => value).filter(isWebAddress);
  const copy = () =>
    navigator.clipboard.writeText(links.join('\n')).then(
      () => toast.success(t('links_copied')),
      () => toast.error(t('links_not_copied')),
    );
  return (
    <>
      <dl className="border-t border-hairline">
        {parts.map(({ field, label, value }) => (
          <div key={field} className="grid grid-cols-[8rem_1fr] gap-4 border-b border-hairline py-2">
            <dt className="text-muted">{fieldName(field, label, t)}</dt>
            <dd className="min-w-0 break-words whitespace-pre-wrap">
              <Value value={value} email={email} />
            </dd>
          </div>
        ))}
      </dl>
      {links.length > 0 && (
        <Button look="secondary" size="small" className="mt-4" onClick={() => void copy()}>
          {t('copy_links')}
        </Button>
      )}
    </>
  );
}

type Words = ReturnType<typeof useTranslation<'staff-enquiries'>>['t'];

const fieldName = (field: string, label: string, t: Words): string => {
  const known = FIELDS.find((one) => one === field);
  return known ? t(`fields.${known}`) : label;
};

/** Only whole web addresses become links; they open apart and learn nothing of us. */
function Value({ value, email }: { value: string; email: string | null }) {
  if (value === email) {
    return (
      <a href={`mailto:${encodeURIComponent(value)}`} className="link">
        {value}
      </a>
    );
  }
  if (!isWebAddress(value)) return value || '—';
  return (
    <a href={value} target="_blank" rel="noopener noreferrer nofollow" className="link">
      {value}
    </a>
  );
}
