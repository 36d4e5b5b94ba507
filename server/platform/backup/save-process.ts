import { answerOrder } from './answer-order.ts';
import { type SaveOrder, saveBackup } from './save.ts';

/** Makes a backup in a separate process (server/platform/backup/run-apart.ts). */
answerOrder<SaveOrder>(saveBackup);
