import { AsyncLocalStorage } from 'node:async_hooks';

const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
const running = new AsyncLocalStorage<{ time: VirtualTime; owner: object }>();

class VirtualTimer {
  readonly time: VirtualTime;
  readonly owner: object;
  readonly ms: number;
  readonly at: number;
  readonly run: () => void;

  constructor(time: VirtualTime, owner: object, { ms, run }: { ms: number; run: () => void }) {
    this.time = time;
    this.owner = owner;
    this.ms = ms;
    this.at = time.now + ms;
    this.run = run;
  }
}

/** The time of one history: it passes only on command, and timers of the pages in it wait for that. */
export class VirtualTime {
  now: number;
  private readonly timers = new Set<VirtualTimer>();

  constructor(now: number) {
    this.now = now;
  }

  /** Runs code whose timers, and those of all that it starts, wait in this time. */
  run<T>(owner: object, work: () => T): T {
    return running.run({ time: this, owner }, work);
  }

  add(owner: object, run: () => void, ms: number): VirtualTimer {
    const timer = new VirtualTimer(this, owner, { ms, run });
    this.timers.add(timer);
    return timer;
  }

  remove(timer: VirtualTimer): void {
    this.timers.delete(timer);
  }

  /** Returns the durations of the timers that an owner waits for. */
  waits = (owner: object): number[] => this.of(owner).map(({ ms }) => ms);

  /** Advances the time and runs each due timer once. */
  advance(ms: number): void {
    this.now += ms;
    for (const timer of [...this.timers].filter(({ at }) => at <= this.now).toSorted((a, b) => a.at - b.at)) this.fire(timer);
  }

  /** Runs an owner's timer of this duration now. Returns false if there is none. */
  hurry(owner: object, ms: number): boolean {
    const timer = this.of(owner).find((one) => one.ms === ms);
    if (timer) this.fire(timer);
    return timer !== undefined;
  }

  private of = (owner: object): VirtualTimer[] => [...this.timers].filter((timer) => timer.owner === owner);

  private fire(timer: VirtualTimer): void {
    if (this.timers.delete(timer)) timer.run();
  }
}

/** Replace the globals of these names. Code outside of any virtual time gets the real ones. */
export const timers = {
  setTimeout(run: () => void, ms: number): VirtualTimer | NodeJS.Timeout {
    const place = running.getStore();
    return place ? place.time.add(place.owner, run, ms) : real.setTimeout(run, ms);
  },
  clearTimeout(timer?: VirtualTimer | NodeJS.Timeout): void {
    if (timer instanceof VirtualTimer) timer.time.remove(timer);
    else real.clearTimeout(timer);
  },
};
