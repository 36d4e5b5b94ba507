import { ApiError } from '#shared/errors.ts';
import { pauseAfter } from './event-stream.ts';

type Line<View> = {
  /** One connection, from its beginning to its end; it throws when it breaks. */
  watch(onView: (view: View) => void): Promise<void>;
  pause(ms: number): Promise<void>;
  onView(view: View): void;
  /** What is shown is no longer of this moment. */
  onBreak(): void;
  leaving: AbortSignal;
};

/**
 * Connects again and again until the screen is left. The server ends a connection with the token it began with: coming back from that is no break.
 * @throws ApiError when there is nothing to come back for
 */
export async function stayLive<View>({ watch, pause, onView, onBreak, leaving }: Line<View>): Promise<void> {
  for (let failures = 0; !leaving.aborted;) {
    let isTold = false;
    let isBroken = false;
    try {
      await watch((view) => {
        isTold = true;
        failures = 0;
        onView(view);
      });
    } catch (reason) {
      if (isFinal(reason)) throw reason;
      isBroken = true;
    }
    if (leaving.aborted) return;
    failures += 1;
    if (isBroken || !isTold) onBreak();
    await pause(pauseAfter(failures));
  }
}

const isFinal = (reason: unknown): boolean => reason instanceof ApiError && [401, 403, 404].includes(reason.status);
