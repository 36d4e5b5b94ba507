import type { SalesCurve } from '#shared/staff/numbers.contract.ts';

/** The sold tickets at the end of a day, so many days before the doors. */
export const soldAt = ({ points }: SalesCurve, day: number): number => points.findLast(({ daysBefore }) => daysBefore >= day)?.sold ?? 0;

/** The last day of a line: the present one for the event itself, which is the first, and that of the doors for those compared with it. */
export const lastDay = (place: number, daysLeft: number): number => (place === 0 ? daysLeft : 0);

/** The days on which something changed in any of the lines, the present one and that of the doors, the earliest first; none when nothing was sold. */
export function daysOfCurves(curves: readonly SalesCurve[], daysLeft: number): number[] {
  const days = curves.flatMap(({ points }) => points.map(({ daysBefore }) => daysBefore));
  return days.length === 0 ? [] : [...new Set([...days, daysLeft, 0])].sort((a, b) => b - a);
}
