import { useState } from 'react';
import { isCalendarDay } from '#shared/accounts/age.ts';
import { DateField } from '#web/ui/date-field.tsx';

type DayFilterProps = { label: string; day: string; onChange(day: string): void };

/** A day to filter by, `YYYY-MM-DD`; one that is half written filters nothing. */
export function DayFilter({ label, day, onChange }: DayFilterProps) {
  const [typed, setTyped] = useState(day);
  const [told, setTold] = useState(day);
  if (day !== told) {
    setTold(day);
    // Another day than the one that is written here: the way back led to it.
    if (day !== wholeDay(typed)) setTyped(day);
  }
  const write = (text: string) => {
    setTyped(text);
    if (wholeDay(text) !== day) onChange(wholeDay(text));
  };
  return <DateField legend={label} value={typed} onChange={write} />;
}

const wholeDay = (text: string): string => (isCalendarDay(text) ? text : '');
