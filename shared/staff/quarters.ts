export const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

export const floorToQuarter = (at: number): number => Math.floor(at / QUARTER_MS) * QUARTER_MS;

type Span = { startsAt: Date; endsAt: Date };

/**
 * Every quarter of an hour of a night with its arrivals: from the start to the end, wider when somebody came before or after, a day at
 * most. An arrival at 23:00 sharp belongs to the quarter that begins then.
 */
export function fillQuarters({ startsAt, endsAt }: Span, arrivals: ReadonlyMap<number, number>): { from: Date; arrivals: number }[] {
  const first = Math.min(floorToQuarter(startsAt.getTime()), ...arrivals.keys());
  const last = Math.max(floorToQuarter(endsAt.getTime() - 1), ...arrivals.keys());
  const length = Math.min(last - first, DAY_MS - QUARTER_MS) / QUARTER_MS + 1;
  return Array.from({ length }, (_, place) => {
    const from = first + place * QUARTER_MS;
    return { from: new Date(from), arrivals: arrivals.get(from) ?? 0 };
  });
}
