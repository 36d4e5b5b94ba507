import { z } from 'zod';

/** `reason` is the runner's message for a failed test, with its stack. */
export type Result = { file: string; title: string; state: 'passed' | 'failed' | 'skipped'; ms: number; reason?: string };

const Vitest = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          title: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
          tags: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

/** Returns every test of Vitest's JSON report except those left out by their tag. A file that does not load is one failed test. */
export function readVitest(report: unknown): Result[] {
  return Vitest.parse(report).testResults.flatMap(({ name: file, status, message = '', assertionResults }) => {
    const chosen = assertionResults.filter((each) => each.status !== 'skipped' || each.tags.length === 0);
    const results = chosen.map(({ title, status: ending, duration, failureMessages }): Result => {
      const state = ending === 'passed' || ending === 'failed' ? ending : 'skipped';
      return { file, title, state, ms: duration ?? 0, ...reasonOf(failureMessages ?? []) };
    });
    const isUnloaded = status === 'failed' && !results.some(({ state }) => state === 'failed');
    return isUnloaded ? [...results, { file, title: 'the whole file', state: 'failed', ms: 0, ...reasonOf([message]) }] : results;
  });
}

const Failure = z.object({ message: z.string().optional() });

const Playwright = z.object({
  config: z.object({ rootDir: z.string() }),
  errors: z.array(Failure),
  get suites() {
    return z.array(Suite);
  },
});

const Suite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          status: z.string(),
          annotations: z.array(z.object({ description: z.string().optional() })),
          results: z.array(z.object({ duration: z.number(), errors: z.array(Failure).optional() })),
        }),
      ),
    }),
  ),
  get suites(): z.ZodOptional<z.ZodArray<typeof Suite>> {
    return z.array(Suite).optional();
  },
});

const states: Record<string, Result['state']> = { expected: 'passed', skipped: 'skipped' };

/** Why a project skips what another one of the run plays (tests/e2e/test.ts). */
const PLAYED_ELSEWHERE = /^played once, /;

/**
 * Returns every test of Playwright Test's JSON report; one that several projects play names each. A failure outside of any test, such as a
 * file that does not load, is one failed test.
 */
export function readPlaywright(report: unknown): Result[] {
  const { config, suites, errors } = Playwright.parse(report);
  const read = ({ specs, suites: inner = [] }: z.infer<typeof Suite>): Result[] => [
    ...specs.flatMap(({ title, file, tests }) => {
      const played = tests.filter(({ annotations }) => !annotations.some(({ description = '' }) => PLAYED_ELSEWHERE.test(description)));
      return played.map(({ projectName, status, results }): Result => {
        const ms = results.reduce((sum, { duration }) => sum + duration, 0);
        const messages = results.flatMap(({ errors: failures = [] }) => failures.map(({ message = '' }) => message));
        const name = played.length > 1 ? `${title} (${projectName})` : title;
        return { file: `${config.rootDir}/${file}`, title: name, state: states[status] ?? 'failed', ms, ...reasonOf(messages) };
      });
    }),
    ...inner.flatMap(read),
  ];
  const outside = errors.map(({ message = '' }): Result => {
    return { file: config.rootDir, title: 'outside of any test', state: 'failed', ms: 0, ...reasonOf([message]) };
  });
  return [...suites.flatMap(read), ...outside];
}

function reasonOf(messages: string[]): { reason?: string } {
  const reason = messages.filter((message) => message !== '').join('\n');
  return reason === '' ? {} : { reason };
}
