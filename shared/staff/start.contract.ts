import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { wireTime } from '#shared/wire.ts';
import { Places } from './places.schemas.ts';

const count = z.number().int();

/**
 * The steps to the first event on sale; the state of the data ticks them. `texts`: none of the sentences about the example's house is left.
 * `mail`: mails leave, from an address that is not the example's. `mailbox`: the caller has proved the own one. `alarm`: alerts leave by a
 * second way, too, for the time when mail is what fails.
 */
const StartSteps = z.object({
  club: z.boolean(),
  texts: z.boolean(),
  bank: z.boolean(),
  mail: z.boolean(),
  mailbox: z.boolean(),
  alarm: z.boolean(),
  night: z.boolean(),
  lineUp: z.boolean(),
  ticketTypes: z.boolean(),
  published: z.boolean(),
});

/** `old`: there was none for 36 hours; `failed`: the last try failed, and there is one that is not old. */
const BACKUP_STATES = ['good', 'old', 'failed', 'never'] as const;
/** The last nightly backup that was restored for a check: when it was made, and its bytes. `error`: why the last try failed. */
const BackupView = z.object({
  state: z.enum(BACKUP_STATES),
  madeAt: wireTime.nullable(),
  bytes: z.number().int().nullable(),
  error: z.string().nullable(),
  /** The newest one of `npm run backup` in the folder of backups. Nothing has restored it for a check. */
  byHand: z.object({ madeAt: wireTime, bytes: z.number().int() }).nullable(),
  /** The passphrase is in a file of the server: somebody must keep a copy. */
  isPassphraseOnServer: z.boolean(),
});
export type BackupView = z.infer<typeof BackupView>;

/**
 * `nightId`: the event of the steps. `night`: the event shown to visitors, running or next, with its places. Null is what the caller may not
 * see.
 */
export const StartView = z.object({
  steps: StartSteps,
  nightId: count.nullable(),
  night: z
    .object({
      id: count,
      name: z.string(),
      nameLat: z.string(),
      startDate: z.string(),
      isRunning: z.boolean(),
      places: Places.nullable(),
    })
    .nullable(),
  waiting: z.object({ guests: count.nullable(), enquiries: count.nullable(), alerts: count.nullable(), mails: count.nullable() }),
  /** Of the program. */
  version: z.string(),
  backup: BackupView.nullable(),
});
export type StartView = z.infer<typeof StartView>;

export const staffStartContract = {
  get: endpoint('GET', '/staff/start', 'console.open', { summary: 'How far the club is set up, and what waits today', output: StartView }),
};
