import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText, weekdayText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import type { StaffNightRow, StaffNightView } from '#shared/staff/nights.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { CopyNight } from './copy-night.tsx';

const NIGHTS_OFFERED = 12;

/** "The same as last Friday": a new night that begins from an old one. Shown when there is one. */
export function SameAs({ onCopied }: { onCopied(night: StaffNightView): void }) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const { language } = useLanguage();
  const past = useQuery({
    queryKey: ['past-nights'],
    queryFn: ({ signal }) => staffApi.staffNights.list({ show: 'past', limit: NIGHTS_OFFERED }, { signal }),
  });
  const [chosen, setChosen] = useState('');
  const [copied, setCopied] = useState<StaffNightRow>();
  const nights = past.data?.items ?? [];
  if (nights.length === 0) return null;
  const night = nights.find(({ id }) => String(id) === chosen) ?? nights[0];
  return (
    <div className="flex flex-wrap items-end gap-3 border-b border-hairline pb-5">
      <Select
        id="same-as"
        label={t('staff-nights:same_as')}
        hint={t('staff-nights:same_as_hint')}
        value={chosen}
        className="w-88 max-w-full"
        onChange={({ target }) => setChosen(target.value)}
      >
        {nights.map((each) => (
          <option key={each.id} value={each.id}>
            {`${weekdayText(each.startDate, t)}, ${dateText(each.startDate, language, t)}: ${eventName(each, language)}`}
          </option>
        ))}
      </Select>
      <Button look="secondary" className="min-h-13" size="small" onClick={() => setCopied(night)}>
        {t('staff-nights:same_as_use')}
      </Button>
      {copied && <CopyNight night={copied} onClose={() => setCopied(undefined)} onCopied={onCopied} />}
    </div>
  );
}
