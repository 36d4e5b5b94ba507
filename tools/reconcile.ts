import { addDays } from '#shared/dates.ts';
import { systemClock } from '#server/platform/context.ts';
import { readEnv } from '#server/platform/config/env.ts';
import { createOtherBanks, createProvider } from '#server/sales/payments/banks/create-provider.ts';
import { reconcile, type Reconciliation } from '#server/sales/payments/ledger/reconcile.ts';
import { onClubDatabase, operatorCommand } from './operator-command.ts';
import { showProgress } from './progress-line.ts';

const DAYS = 14;

/**
 * `npm run reconcile -- 30`: prints the differences between our records and the bank's for payments of the last 30 days. Exits with 1 when
 * there are any.
 */
await operatorCommand('The ledger was not compared', async () => {
  const days = Number(process.argv[2] ?? DAYS);
  if (!Number.isInteger(days) || days < 1) throw new Error('give the number of days: npm run reconcile -- 30');
  const env = readEnv(process.env);
  const banks = { payments: createProvider(env, () => env.publicUrl), otherBanks: createOtherBanks(env) };
  const since = addDays(systemClock.now(), -days);
  return report(await onClubDatabase(({ db }) => reconcile({ db, clock: systemClock, ...banks }, since, showProgress)));
});

function report({ compared, differences }: Reconciliation): string {
  if (differences.length > 0) process.exitCode = 1;
  const count = differences.length === 0 ? 'no difference' : `${differences.length} different`;
  return [...differences.map(({ sentence }) => sentence), `${compared} payments compared with the bank: ${count}.`].join('\n');
}
