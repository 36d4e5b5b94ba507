import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { raiseAlert, resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import { newestHandMade } from '#server/platform/backup/file-names.ts';
import { backupFolder } from '#server/platform/backup/folder.ts';
import { ensurePassphrase } from '#server/platform/backup/passphrase.ts';
import { runApart } from '#server/platform/backup/run-apart.ts';
import { loadSecret } from '#server/platform/config/secrets.ts';
import type { Context } from '#server/platform/context.ts';
import { reasonOf } from '#server/platform/log.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { toWireTime, venueDay } from '#shared/dates.ts';
import type { BackupView } from '#shared/staff/start.contract.ts';
import type { NightlyOrder, NightlyResult } from './nightly-run.ts';
import { expectNightly, findNightlyState, type NightlyState, writeOutcome } from './nightly.queries.ts';

const PROGRAM = fileURLToPath(new URL('./nightly-process.ts', import.meta.url));
/** Without a good backup for this long, an alert is raised. */
const OLD_AFTER_MS = 36 * HOUR_MS;
const old = { kind: 'backup_old', subject: 'backup' } as const;
const inconsistent = { kind: 'data_inconsistent', subject: 'database' } as const;

/** Makes and verifies today's backup unless it exists, and stores the outcome. */
export async function makeNightly(ctx: Context, stopping?: AbortSignal): Promise<void> {
  const { db, clock, log } = ctx;
  const triedAt = clock.now();
  const last = await findNightlyState(db);
  if (last?.error === null && last.triedAt && venueDay(last.triedAt) === venueDay(triedAt)) return;
  try {
    const result = await runApart<NightlyResult>(PROGRAM, orderOf(ctx, triedAt), { stopping });
    await noteGood(ctx, triedAt, result);
  } catch (error) {
    stopping?.throwIfAborted();
    const reason = reasonOf(error);
    log.error({ reason }, 'the nightly backup failed');
    await writeOutcome(db, { triedAt, error: reason });
  }
  await watchNightly(ctx);
}

async function noteGood(ctx: Context, triedAt: Date, { madeAt, fileName, bytes, faults }: NightlyResult): Promise<void> {
  ctx.log.info({ fileName, bytes }, 'the nightly backup was made and restored for a check');
  await writeOutcome(ctx.db, { triedAt, error: null, goodAt: new Date(madeAt), fileName, bytes });
  await (faults.length > 0 ? raiseAlert(ctx, { ...inconsistent, detail: faults.join('\n') }) : resolveAlert(ctx, inconsistent));
}

/** Raises an alert if the last good backup is too old. */
export async function watchNightly(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await expectNightly(ctx.db, now);
  const state = await findNightlyState(ctx.db);
  if (state && isOld(state, now)) await raiseAlert(ctx, { ...old, detail: state.error ?? 'No backup was made.' });
  else await resolveAlert(ctx, old);
}

const isOld = ({ goodAt, expectedSince }: NightlyState, now: Date): boolean =>
  now.getTime() - (goodAt ?? expectedSince).getTime() > OLD_AFTER_MS;

/** The state of the nightly backups and the newest backup made by hand, for Owners. */
export async function showBackup({ db, clock, env }: Context): Promise<BackupView> {
  const [state, byHand] = await Promise.all([findNightlyState(db), findHandMade(backupFolder(env))]);
  return {
    state: stateOf(state, clock.now()),
    madeAt: state?.goodAt ? toWireTime(state.goodAt) : null,
    bytes: state?.bytes ?? null,
    error: state?.error ?? null,
    byHand,
    isPassphraseOnServer: env.backupPassphrase === undefined,
  };
}

async function findHandMade(folder: string): Promise<BackupView['byHand']> {
  const name = newestHandMade(await readdir(folder).catch(() => []));
  if (name === undefined) return null;
  // The file may have been moved since the folder was read.
  const file = await stat(join(folder, name)).catch(() => undefined);
  return file ? { madeAt: toWireTime(file.mtime), bytes: file.size } : null;
}

function stateOf(state: NightlyState | undefined, now: Date): BackupView['state'] {
  if (state && isOld(state, now)) return 'old';
  if (state && state.error !== null) return 'failed';
  return state?.goodAt ? 'good' : 'never';
}

function orderOf({ env, database }: Context, now: Date): NightlyOrder {
  return {
    site: { databaseUrl: database.url, dataDir: env.dataDir, secret: loadSecret(env), bucket: env.bucket },
    folder: backupFolder(env),
    passphrase: ensurePassphrase(env),
    now: now.toISOString(),
  };
}
