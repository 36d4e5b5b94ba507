import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { assemble } from '#server/assemble.ts';
import { type Env, readEnv } from '#server/platform/config/env.ts';
import { deriveKeys } from '#server/platform/config/secrets.ts';
import { contextFor } from '#server/platform/context.ts';
import { openDatabase } from '#server/platform/db/client.ts';
import { readClusterState } from '#server/platform/db/embedded-postgres.ts';
import { hasDatabase } from '#server/platform/db/postgres-home.ts';
import { failureText } from '#server/platform/log.ts';
import { ignoreProgress, type OnProgress } from '#server/platform/progress.ts';
import { findServer } from '#tools/operator-command.ts';
import { checkBackup } from './backup.ts';
import { checkBanks } from './bank.ts';
import { checkWalletCertificates } from './certificates.ts';
import { checkClock } from './clock.ts';
import { checkDatabase, checkWork } from './database.ts';
import { checkDisk, checkFiles } from './files.ts';
import { fault, type Finding } from './finding.ts';
import { checkMachines } from './machines.ts';
import { checkMail, checkWebhook } from './mail.ts';
import { checkMailDns } from './mail-dns.ts';
import { checkPublicAddress } from './public-address.ts';
import { checkSecret, presentSecret } from './secret.ts';
import { checkSettings } from './settings.ts';
import { checkStorage } from './storage.ts';
import { checkUploads } from './uploads.ts';
import { CHECK_TIMEOUT_MS, type Options, type Site } from './site.ts';

type Check = (site: Site) => Finding[] | Promise<Finding[]>;

/** In printing order. */
const checks: Record<string, Check> = {
  settings: checkSettings,
  files: checkFiles,
  uploads: checkUploads,
  storage: checkStorage,
  secret: checkSecret,
  disk: checkDisk,
  database: checkDatabase,
  machines: checkMachines,
  work: checkWork,
  clock: checkClock,
  address: checkPublicAddress,
  bank: checkBanks,
  mail: checkMail,
  webhook: checkWebhook,
  dns: checkMailDns,
  certificate: checkWalletCertificates,
};
/** Opening a backup keeps this process busy for a second or more, so a stream checked beside it would seem delayed. */
const lastChecks: Record<string, Check> = { backup: checkBackup };

export type Examined = { variables: NodeJS.ProcessEnv; settings: string; options: Options; onProgress?: OnProgress };

/** Runs the checks in parallel and the last ones after them; a check that fails or does not end is a fault. */
export async function examine({ variables, settings, options, onProgress = ignoreProgress }: Examined): Promise<Finding[]> {
  let env: Env;
  try {
    env = readEnv(variables);
  } catch (error) {
    return [fault('settings', failureText(error), 'correct it in .env or in the environment')];
  }
  const { ctx, closed, close } = await openClub(env);
  const site: Site = { env, variables, settings, ctx, closed, origin: originOf(env), options };
  try {
    const total = Object.keys({ ...checks, ...lastChecks }).length;
    let done = 0;
    const run = (group: Record<string, Check>) =>
      Promise.all(
        Object.entries(group).map(async ([name, check]) => {
          const found = await runCheck(name, check, site);
          onProgress('Examining the site', (done += 1), total);
          return found;
        }),
      );
    onProgress('Examining the site', done, total);
    return [...(await run(checks)), ...(await run(lastChecks))].flat();
  } finally {
    await close();
  }
}

async function runCheck(name: string, check: Check, site: Site): Promise<Finding[]> {
  const tooLong = sleep(CHECK_TIMEOUT_MS, [fault(name, 'the check did not end', 'see the network, and run the doctor again')], {
    ref: false,
  });
  try {
    return await Promise.race([check(site), tooLong]);
  } catch (error) {
    return [fault(name, `could not be checked: ${failureText(error)}`, 'see the message, and run the doctor again')];
  }
}

type Club = Pick<Site, 'ctx' | 'closed'> & { close(): Promise<void> };

/** Migrates and converts nothing. Uses a running database, whether or not the site runs. */
async function openClub(env: Env): Promise<Club> {
  const nothing = { ctx: undefined, close: async () => undefined };
  const state = env.databaseUrl || !hasDatabase(env.dataDir) ? 'ready' : await readClusterState(env.dataDir).catch(() => 'ready' as const);
  if (state !== 'ready') return { ...nothing, closed: state };
  const server = await findServer(env).catch(() => undefined);
  if (!server) return { ...nothing, closed: undefined };
  const database = openDatabase(server.url, () => undefined);
  const close = async () => {
    await database.close();
    await server.stop();
  };
  const log = pino({ level: 'silent' });
  const answers = await database.pool.query('select 1').then(
    () => true,
    () => false,
  );
  const keys = deriveKeys(presentSecret(env) ?? randomBytes(48).toString('base64url'));
  const ctx = answers ? contextFor(assemble({ env, database, keys, log, origin: () => originOf(env) })) : undefined;
  return { ctx, closed: undefined, close };
}

/** Returns the server's own origin; a server that listens on all addresses also listens here. */
const originOf = ({ host, port }: Env): string =>
  `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
