import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import { variableNames } from '#server/platform/config/env.ts';

type Tally = { passed: number; failed: number; skipped: number };

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'rkali-reports-'));

// The tests say themselves what they need: settings of the machine they run on must not change what they prove.
const inherited = Object.entries(process.env).filter(([name]) => !variableNames.includes(name));
const env = {
  ...Object.fromEntries(inherited),
  NODE_ENV: 'test',
  PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
};

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

const tallies = [
  await check('types', ['tsc', '--noEmit']),
  await check('lint', ['oxlint', '--deny-warnings']),
  await check('format', ['prettier', '--check', '--log-level', 'warn', '.']),
  await tests('tests', ['vitest', 'run']),
  await tests('longer tests', ['vitest', 'run', '--config', 'vitest.long.config.ts']),
  await tests('browser journeys', ['vitest', 'run', '--config', 'vitest.e2e.config.ts']),
];
rmSync(reports, { recursive: true, force: true });

const sum = (part: keyof Tally) => tallies.reduce((total, tally) => total + tally[part], 0);
const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : '';
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
process.exitCode = sum('failed') ? 1 : 0;

/** A step that counts as one test. */
async function check(title: string, command: string[]): Promise<Tally> {
  const isGood = await run(title, command);
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 };
}

/** A run of vitest. A file that could not be loaded counts as one failure, and so does a run that fails without a failed test. */
async function tests(title: string, command: string[]): Promise<Tally> {
  const file = join(reports, `${title}.json`);
  const isGood = await run(title, [...command, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const unloaded = report.testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed');
  });
  const failed = report.numFailedTests + unloaded.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !isGood ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function readReport(file: string): z.infer<typeof reportSchema> | undefined {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

async function run(title: string, [program = '', ...args]: string[]): Promise<boolean> {
  console.log(`\n· ${title}`);
  const child = spawn(program, args, { cwd: root, env, stdio: 'inherit' });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
