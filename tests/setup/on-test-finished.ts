type Work = () => void | Promise<void>;

const works: Work[] = [];

/** Does this once the running test is over, what was asked for last first. Journeys run in Playwright Test, where `finishTest` does it. */
export const onTestFinished: (work: Work) => void =
  process.env['VITEST'] === undefined ? (work) => void works.push(work) : (await import('vitest')).onTestFinished;

/** Does everything that was asked for, whatever of it fails, and throws the first failure. */
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
