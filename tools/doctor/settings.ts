import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseEnv } from 'node:util';
import { OLD_PLACEHOLDER_IMAGES, variableNames } from '#server/platform/config/env.ts';
import { isLoopbackHost } from '#server/platform/config/loopback.ts';
import { fault, type Finding, well } from './finding.ts';
import { isReserved, type Site } from './site.ts';

const CHECK = 'settings';
/** Read by code other than `readEnv`. */
const ALSO_KNOWN = new Set([
  OLD_PLACEHOLDER_IMAGES,
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'MALLOC_ARENA_MAX',
  'TZ',
  'UV_THREADPOOL_SIZE',
  // Read by deploy/compose.yaml.
  'RKALI_SITE',
]);

/** Finds settings that are each valid but do not do what was meant. */
export function checkSettings({ env, settings }: Site): Finding[] {
  const found = [...unknownNames(settings), ...unfinished(env)];
  return found.length > 0 ? found : [well(CHECK, `${env.isProduction ? 'production' : 'not production'}, at ${env.publicUrl}`)];
}

function unknownNames(file: string): Finding[] {
  if (!existsSync(file)) return [];
  const names = Object.keys(parseEnv(readFileSync(file, 'utf8')));
  return names
    .filter((name) => !variableNames.includes(name) && !ALSO_KNOWN.has(name))
    .map((name) => {
      const near = variableNames.find((known) => distance(known, name) <= 2);
      return fault(
        CHECK,
        `${basename(file)} sets ${name}, which is no setting`,
        near ? `did you mean ${near}?` : 'remove the line, or see .env.example',
      );
    });
}

/** Returns the edit distance: the fewest letters to change, add or remove. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, letterOfOther] of [...other].entries())
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === letterOfOther ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

function unfinished({ isProduction, publicUrl, mailFrom, smtpUrl, venue }: Site['env']): Finding[] {
  const { hostname, protocol } = new URL(publicUrl);
  const isPublic = !isLoopbackHost(hostname);
  const found: Finding[] = [];
  if (isPublic && protocol === 'http:')
    found.push(
      fault('https', `${publicUrl} is not encrypted`, 'put a web server with a certificate in front, and set PUBLIC_URL=https://…'),
    );
  if (!isProduction) return found;
  const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);
  if (smtpUrl !== undefined && isReserved(domainOf(mailFrom.address)))
    found.push(fault(CHECK, 'MAIL_FROM is the example', 'set it to an address of your domain'));
  if (isReserved(domainOf(venue.email))) found.push(fault(CHECK, 'CONTACT_EMAIL is the example', 'set it to an address that you read'));
  return found;
}
