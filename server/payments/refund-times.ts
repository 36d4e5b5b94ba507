const MINUTE = 60_000;

/** A refused refund is asked for again after these pauses: two days in all, because some banks refuse parts on the day of the payment. */
export const REFUSAL_PAUSES_MS = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * MINUTE);
const SLOW_MS = 24 * 60 * MINUTE;

/** When to try again after so many refusals; never, when it was enough of them. */
export function afterRefusal(now: Date, refusals: number): Date | undefined {
  const pause = REFUSAL_PAUSES_MS[refusals - 1];
  return pause === undefined ? undefined : new Date(now.getTime() + pause);
}

/** Longer than any bank takes: a person should look. */
export const isSlow = ({ createdAt, refusals }: { createdAt: Date; refusals: number }, now: Date): boolean =>
  refusals === 0 && now.getTime() - createdAt.getTime() > SLOW_MS;
