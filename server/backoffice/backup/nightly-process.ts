import { answerOrder } from '#server/platform/backup/answer-order.ts';
import { endChecks } from '#server/platform/backup/check.ts';
import { type NightlyOrder, runNightly } from './nightly-run.ts';

/** Makes the nightly backup in a separate process (server/platform/backup/run-apart.ts). */
answerOrder<NightlyOrder>(runNightly, ({ site }) => endChecks(site.dataDir));
