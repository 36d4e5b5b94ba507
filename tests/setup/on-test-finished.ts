type Work = () => void | Promise<void>;

const works: Work[] = [];

/** Runs work when the current test is over, the last registered first. Playwright tests call `finishTest` for it. */
export const onTestFinished: (work: Work) => void =
  process.env['VITEST'] === undefined ? (work) => void works.push(work) : (await import('vitest')).onTestFinished;

/** Runs all registered work, also after a failure, and throws the first failure. */
export async function finishTest(): Promise<void> {
  const failures: unknown[] = [];
  for (let work = works.pop(); work; work = works.pop()) {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
