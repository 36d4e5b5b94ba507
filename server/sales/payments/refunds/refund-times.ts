const MINUTE = 60_000;

/** A refused refund is asked for again after these pauses: two days in all, because some banks refuse parts on the day of the payment. */
export const REFUSAL_PAUSES_MS = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * MINUTE);
const SLOW_MS = 24 * 60 * MINUTE;

/** When to try again after so many refusals; never, when it was enough of them. */
export function afterRefusal(now: Date, refusals: number): Date | undefined {
  const pause = REFUSAL_PAUSES_MS[refusals - 1];
  return pause === undefined ? undefined : new Date(now.getTime() + pause);
}

const DOUBT_MS = 60 * MINUTE;

/** When a refund may be asked for again whose end is unknown at a bank without idempotency keys. */
export const afterDoubt = (now: Date): Date => new Date(now.getTime() + DOUBT_MS);

/** Longer than any bank takes, without the pauses after its refusals: a person should look. */
export function isSlow({ createdAt, refusals }: { createdAt: Date; refusals: number }, now: Date): boolean {
  const pauses = REFUSAL_PAUSES_MS.slice(0, refusals).reduce((sum, pause) => sum + pause, 0);
  return now.getTime() - createdAt.getTime() > SLOW_MS + pauses;
}
