import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateText, weekdayText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import type { StaffEventRow } from '#shared/staff/events.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/staff/ui/select.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { CopyEvent } from './copy-event.tsx';

const EVENTS_OFFERED = 12;

/** Makes new events as copies of a past one; shown if there is one. */
export function SameAs() {
  const { t } = useTranslation(['common', 'staff-events']);
  const { language } = useLanguage();
  const past = useQuery({
    queryKey: ['past-nights'],
    queryFn: ({ signal }) => staffApi.staffEvents.list({ show: 'past', limit: EVENTS_OFFERED }, { signal }),
  });
  const [chosen, setChosen] = useState<number>();
  const [copied, setCopied] = useState<StaffEventRow>();
  const events = past.data?.items ?? [];
  const event = events.find(({ id }) => id === chosen) ?? events[0];
  if (!event) return null;
  return (
    <div className="flex flex-wrap items-end gap-3 border-b border-hairline pb-5">
      <Select
        label={t('staff-events:same_as')}
        className="w-88 max-w-full"
        options={events.map((each) => ({
          value: each.id,
          text: `${weekdayText(each.startDate, t)}, ${dateText(each.startDate, language, t)}: ${eventName(each, language)}`,
        }))}
        value={event.id}
        onChange={setChosen}
      />
      <Button look="secondary" className="min-h-13" size="small" onClick={() => setCopied(event)}>
        {t('staff-events:copies.go_one')}
      </Button>
      {copied && <CopyEvent event={copied} onClose={() => setCopied(undefined)} />}
    </div>
  );
}
