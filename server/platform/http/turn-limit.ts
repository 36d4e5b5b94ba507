/**
 * Runs at most `perTurn` pieces of work in one turn of the event loop, in their order; what is more waits for the next turns. Many cheap
 * answers at once then let the answers of the database come in between.
 */
export function createTurnLimit(perTurn: number): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let left = perTurn;
  let isScheduled = false;

  const run = (): void => {
    while (left > 0 && waiting.length > 0) {
      left -= 1;
      waiting.shift()?.();
    }
    if (isScheduled || left === perTurn) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      left = perTurn;
      run();
    });
  };

  return (work) => {
    waiting.push(work);
    run();
  };
}
