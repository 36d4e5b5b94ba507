import { DateText, TimeText } from '#web/ui/date-text.tsx';

/** `November 20, 2026, 18:00`, on one line. */
export function Moment({ at }: { at: string }) {
  return (
    <span className="whitespace-nowrap">
      <DateText at={at} />, <TimeText at={at} />
    </span>
  );
}
