/**
 * The server's clock as far as a device can tell: what it said, and how long ago that was by the device's own clock, which may show any
 * time as long as it runs. Before the first answer it is the device's.
 */
export function createServerClock(deviceNow: () => number = Date.now) {
  let aheadMs = 0;
  return {
    /** A wire time the server called the present in an answer that came just now. */
    set: (answeredAt: string): void => {
      const told = Date.parse(answeredAt);
      if (!Number.isNaN(told)) aheadMs = told - deviceNow();
    },
    now: (): number => deviceNow() + aheadMs,
  };
}
