import type { ReactNode } from 'react';
import { DateText, TimeText } from '#web/ui/date-text.tsx';

type Fact = readonly [name: string, value: ReactNode];

/** A list of labelled facts. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="mt-3 grid gap-x-4 gap-y-2 border-y border-hairline py-4 min-[24rem]:grid-cols-[fit-content(40%)_minmax(0,1fr)] phone:gap-x-7">
      {facts.map(([name, value]) => (
        <div key={name} className="min-[24rem]:contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Figure = { label: string; value: string; note?: string };

/** Numbers in a row, separated by hairlines (art direction §16). */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-2 border-y border-hairline tablet:flex">
      {figures.map(({ label, value, note }) => (
        <div
          key={label}
          className="flex grow flex-col border-hairline py-3 pe-4 max-tablet:last:odd:col-span-2 tablet:not-first:border-s tablet:not-first:ps-4"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="type-tabular text-[2.125rem] leading-10 font-bold">
            <span className="whitespace-nowrap">{value}</span>
            {note !== undefined && <span className="ms-2 text-[0.875rem] font-normal text-muted">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `November 20, 2026, 18:00`, on one line. */
export function Moment({ at }: { at: string }) {
  return (
    <span className="whitespace-nowrap">
      <DateText at={at} />, <TimeText at={at} />
    </span>
  );
}
