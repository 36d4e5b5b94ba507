import { expect, test } from 'vitest';
import { readPlaywright, readVitest } from './test-reports.ts';

test('of a report of Vitest every test that no tag leaves out counts with its file and time, and a file that does not load as one failure', () => {
  const assertionResults = [
    { title: 'sells', status: 'passed', duration: 12.5 },
    { title: 'refuses', status: 'failed', duration: 3, failureMessages: ['expected 1 to be 2'] },
    { title: 'later', status: 'pending' },
    { title: 'before a release', status: 'skipped', tags: ['rare'] },
  ];
  const report = {
    testResults: [
      { name: 'cart.test.ts', status: 'failed', assertionResults },
      { name: 'broken.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  };
  expect(readVitest(report)).toEqual([
    { file: 'cart.test.ts', title: 'sells', state: 'passed', ms: 12.5 },
    { file: 'cart.test.ts', title: 'refuses', state: 'failed', ms: 3, reason: 'expected 1 to be 2' },
    { file: 'cart.test.ts', title: 'later', state: 'skipped', ms: 0 },
    { file: 'broken.test.ts', title: 'the whole file', state: 'failed', ms: 0, reason: 'no such module' },
  ]);
});

test('of a report of Playwright Test so do tests of every depth, each try with its time, and what failed outside of them', () => {
  const spec = (title: string, status: string, durations: number[], errors: { message: string }[] = []) => {
    return { title, file: 'cart.e2e.ts', tests: [{ status, results: durations.map((duration) => ({ duration, errors })) }] };
  };
  const report = {
    config: { rootDir: 'journeys' },
    errors: [{ message: 'no such module' }],
    suites: [
      { specs: [spec('sells', 'expected', [900])], suites: [{ specs: [spec('stumbles', 'flaky', [300, 200])] }] },
      {
        specs: [
          spec('refuses', 'unexpected', [100], [{ message: 'no ticket' }, { message: 'console: error' }]),
          spec('later', 'skipped', []),
        ],
      },
    ],
  };
  const file = 'journeys/cart.e2e.ts';
  expect(readPlaywright(report)).toEqual([
    { file, title: 'sells', state: 'passed', ms: 900 },
    { file, title: 'stumbles', state: 'failed', ms: 500 },
    { file, title: 'refuses', state: 'failed', ms: 100, reason: 'no ticket\nconsole: error' },
    { file, title: 'later', state: 'skipped', ms: 0 },
    { file: 'journeys', title: 'outside of any test', state: 'failed', ms: 0, reason: 'no such module' },
  ]);
});
