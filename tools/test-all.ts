import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { variableNames } from '#server/platform/config/env.ts';
import { readPlaywright, readVitest, type Result } from './test-reports.ts';

type Part = { title: string; results: Result[]; isGood: boolean };

/**
 * Begins the title of a test that breaks a guard to show that another test needs it. They run at night: each loads a second copy of the
 * server.
 */
const CONTROL = 'control: ';
const SLOWEST = 20;
const REASON_LINES = 15;

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'rkali-reports-'));

const isQuick = process.argv.includes('--quick');
const isNightly = process.argv.includes('--nightly');

// Tests set what they need: the machine's settings must not change what they prove.
const inherited = Object.entries(process.env).filter(([name]) => !variableNames.includes(name));
const env = {
  ...Object.fromEntries(inherited),
  NODE_ENV: 'test',
  PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
};

const parts: Part[] = [];
if (isNightly) {
  parts.push(await vitest('nightly tests', 'vitest.nightly.config.ts'));
  parts.push(await vitest('controls', 'vitest.long.config.ts', CONTROL));
  parts.push(await journeys('playwright.nightly.config.ts'));
} else {
  // Several threads would check the same types more than once; on two cores that takes longer than one.
  const types = check('types', ['tsc', '--noEmit', '--singleThreaded']);
  const checks = [types, check('lint', ['oxlint', '--deny-warnings']), check('format', ['oxfmt', '--check'])];
  const tests = vitest('tests', isQuick ? 'vitest.config.ts' : 'vitest.long.config.ts', `^(?!.*${CONTROL})`);
  parts.push(...(await Promise.all([...checks, tests])));
  if (!isQuick) parts.push(await journeys('playwright.config.ts'));
}
rmSync(reports, { recursive: true, force: true });

const results = parts.flatMap((part) => part.results);
const count = (state: Result['state']) => results.filter((result) => result.state === state).length;
// A part that fails without a failed test counts as one failed test.
const silent = parts.filter((part) => !part.isGood && !part.results.some(({ state }) => state === 'failed'));
const failed = count('failed') + silent.length;

console.log(`\nIn ${Math.round(performance.now() / 1000)} s. The slowest ${SLOWEST}, in seconds:`);
for (const { ms, file, title } of results.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST))
  console.log(`${(ms / 1000).toFixed(1).padStart(6)}  ${relative(root, file)} › ${title}`);
// Failures come last, because the end is what a truncated output keeps.
for (const { file, title, reason = '' } of results.filter(({ state }) => state === 'failed'))
  console.log(`\nFailed: ${relative(root, file) || 'check'} › ${title}\n${reason.split('\n').slice(0, REASON_LINES).join('\n')}`);
for (const { title } of silent) console.log(`\nFailed: ${title}, outside of any test`);
const skipped = count('skipped') ? `, ${count('skipped')} skipped` : '';
console.log(`\n${count('passed')} passed, ${failed} failed${skipped}`);
process.exitCode = failed ? 1 : 0;

/** Runs a step that counts as one test, beside the tests; its output comes at its end. */
async function check(title: string, [program = '', ...args]: string[]): Promise<Part> {
  const startedAt = performance.now();
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const isGood = await endOf(child);
  const reason = said.join('');
  console.log(`\n· ${title}\n${reason}`);
  return {
    title,
    results: [{ file: root, title, state: isGood ? 'passed' : 'failed', ms: performance.now() - startedAt, reason }],
    isGood,
  };
}

/** Runs the tests whose titles match. */
async function vitest(title: string, config: string, titles = '.'): Promise<Part> {
  const report = join(reports, config);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const isGood = await run(title, ['vitest', 'run', '--config', config, '--testNamePattern', titles, ...reporters]);
  const results = readReport(report, readVitest).filter(({ state, title: name }) => state !== 'skipped' || new RegExp(titles).test(name));
  return reported(title, results, isGood);
}

async function journeys(config: string): Promise<Part> {
  const report = join(reports, config);
  const args = ['test', '--config', config, '--reporter=list,json'];
  const isGood = await run('journeys', ['playwright', ...args], { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  return reported('journeys', readReport(report, readPlaywright), isGood);
}

/** A runner that reports no test has proved nothing. */
function reported(title: string, results: Result[], isGood: boolean): Part {
  return { title, results, isGood: isGood && results.length > 0 };
}

/** Returns nothing if the run ended before it could report. */
function readReport(file: string, read: (report: unknown) => Result[]): Result[] {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}

async function run(title: string, [program = '', ...args]: string[], variables: Record<string, string> = {}): Promise<boolean> {
  console.log(`\n· ${title}`);
  return endOf(spawn(program, args, { cwd: root, env: { ...env, ...variables }, stdio: 'inherit' }));
}

/** Returns true if it succeeded. */
function endOf(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code, signal) => {
      if (signal) console.log(`${child.spawnfile} was ended by ${signal}.`);
      resolve(code === 0);
    });
  });
}
