import { constants, setPriority } from 'node:os';
import { endChecks } from '#server/platform/backup/check.ts';
import { reasonOf } from '#server/platform/log.ts';
import { type NightlyOrder, runNightly } from './nightly-run.ts';

/**
 * A process of its own for the nightly backup, after everybody else in line for the CPU: packing and sealing must not delay the site. It
 * gets its order as a message, answers with one, and ends with the site.
 */
setPriority(constants.priority.PRIORITY_LOW);
let dataDir: string | undefined;

function giveUp(): void {
  if (dataDir !== undefined) endChecks(dataDir);
  process.exit(1);
}
process.once('SIGTERM', giveUp);
process.once('disconnect', giveUp);

process.once('message', (order: NightlyOrder) => {
  dataDir = order.site.dataDir;
  runNightly(order)
    .then((result) => ({ result }))
    .catch((error: unknown) => ({ error: reasonOf(error) }))
    .then((answer) => process.send?.(answer, () => process.exit(0)));
});
