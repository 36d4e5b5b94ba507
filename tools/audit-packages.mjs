// Checks the server's packages for known vulnerabilities and the signatures of all packages: `npm run audit`, and in CI. A finding fails
// it; a registry that does not answer is reported in one sentence and fails nothing, because the code did not change.
import { spawnSync } from 'node:child_process';
import { signaturesIn, vulnerabilitiesIn } from './audit-verdict.mjs';

const checks = [
  { what: 'known vulnerabilities', options: ['--omit=dev'], verdictIn: vulnerabilitiesIn },
  { what: 'signatures', options: ['signatures'], verdictIn: signaturesIn },
];

for (const { what, options, verdictIn } of checks) {
  const { stdout } = spawnSync('npm', ['audit', ...options, '--json'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const verdict = verdictIn(stdout ?? '');
  if ('unanswered' in verdict) console.log(`Skipped ${what} of packages: the registry did not answer (${verdict.unanswered}).`);
  else if (verdict.found.length === 0) console.log(`Checked ${what} of packages: nothing found.`);
  else {
    console.error(`Checked ${what} of packages, found:\n${verdict.found.map((line) => `  ${line}`).join('\n')}`);
    process.exitCode = 1;
  }
}
