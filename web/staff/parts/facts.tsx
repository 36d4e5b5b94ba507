import type { ReactNode } from 'react';

type Fact = readonly [name: string, value: ReactNode];

/** What is known of somebody, line by line. */
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
