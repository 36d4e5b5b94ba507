import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { settingsFile } from '#server/platform/config/settings-file.ts';
import { ignoreProgress } from '#server/platform/progress.ts';
import { examine } from './doctor/examine.ts';
import { lineOf } from './doctor/finding.ts';
import { operatorCommand } from './operator-command.ts';
import { showProgress } from './progress-line.ts';

/** A small answer from servers in many places, run by another company. */
const CLOCK_URL = 'https://www.cloudflare.com/cdn-cgi/trace';
/** Started elsewhere, the doctor reads the permissions of the program's own file. */
const findSettings = (): string =>
  existsSync(settingsFile()) ? resolve(settingsFile()) : fileURLToPath(new URL('../.env', import.meta.url));

/**
 * `npm run doctor [-- --quiet] [--no-send] [--clock https://…] [--dns 9.9.9.9] [--dkim name]`: checks what the site depends on and prints
 * one line each, with the correction. With --quiet it prints only faults. Exits with 1 when there is one.
 */
await operatorCommand('The site could not be examined', async () => {
  const { values } = parseArgs({
    options: {
      quiet: { type: 'boolean', default: false },
      'no-send': { type: 'boolean', default: false },
      clock: { type: 'string', default: CLOCK_URL },
      dns: { type: 'string', multiple: true, default: [] },
      dkim: { type: 'string', multiple: true, default: [] },
    },
  });
  const options = { sends: !values['no-send'], clockUrl: values.clock, dns: values.dns, dkim: values.dkim };
  const onProgress = values.quiet ? ignoreProgress : showProgress;
  const found = await examine({ variables: process.env, settings: findSettings(), options, onProgress });
  const faults = found.filter(({ state }) => state === 'fault');
  if (faults.length > 0) process.exitCode = 1;
  const summary = faults.length === 0 ? 'All well.' : faults.length === 1 ? 'One fault.' : `${faults.length} faults.`;
  return (values.quiet ? faults.map(lineOf) : [...found.map(lineOf), summary]).join('\n');
});
