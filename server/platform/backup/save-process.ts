import { answerOrder } from './answer-order.ts';
import { type SaveOrder, saveBackup } from './save.ts';

/** Makes a backup in a process of its own (server/platform/backup/run-apart.ts). */
answerOrder<SaveOrder>(saveBackup);
