import { reasonOf } from '#server/platform/log.ts';
import type { OnProgress } from '#server/platform/progress.ts';

/**
 * The child's side of `runApart`: carries out one order, reports how far it is, and answers with the result or the reason. `giveUp` cleans
 * up when the process must end early.
 */
export function answerOrder<Order>(
  work: (order: Order, onProgress: OnProgress) => Promise<unknown>,
  giveUp: (order: Order) => void = () => undefined,
): void {
  process.once('message', (message) => {
    // The other side is a program of ours.
    const order = message as Order;
    const end = (): void => {
      giveUp(order);
      process.exit(1);
    };
    process.once('SIGTERM', end);
    process.once('disconnect', end);
    work(order, (...progress) => process.send?.({ progress }))
      .then((result) => ({ result }))
      .catch((error: unknown) => ({ error: reasonOf(error) }))
      .then((answer) => process.send?.(answer, () => process.exit(0)));
  });
}
