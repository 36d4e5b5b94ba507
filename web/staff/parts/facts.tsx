import type { ReactNode } from 'react';

type Fact = readonly [name: string, value: ReactNode];

/** What is known of somebody, line by line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-7 gap-y-2 border-y border-hairline py-4">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
