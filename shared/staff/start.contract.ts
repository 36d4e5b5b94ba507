import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { wireTime } from '#shared/wire.ts';
import { Places } from './places.schemas.ts';

const count = z.number().int();

/**
 * The steps to the first event on sale, completed by the state of the data. `texts`: no example sentence about the house is left. `mail`:
 * mails are sent, from an address that is not the example's. `mailbox`: the caller has proved their address. `alarm`: alerts are also sent
 * by a second channel, in case mail fails.
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

/** `old`: none for 36 hours; `failed`: the last try failed, but there is one that is not old. */
const BACKUP_STATES = ['good', 'old', 'failed', 'never'] as const;
/** The last nightly backup that was restored as a check: when it was made, and its bytes. `error`: why the last try failed. */
const BackupView = z.object({
  state: z.enum(BACKUP_STATES),
  madeAt: wireTime.nullable(),
  bytes: z.number().int().nullable(),
  error: z.string().nullable(),
  /** The newest manual backup (`npm run backup`) in the backup folder; it was not restored as a check. */
  byHand: z.object({ madeAt: wireTime, bytes: z.number().int() }).nullable(),
  /** The passphrase is in a file on the server, so a copy must be kept elsewhere. */
  isPassphraseOnServer: z.boolean(),
});
export type BackupView = z.infer<typeof BackupView>;

/**
 * `nightId`: the event of the steps. `night`: the event shown to visitors, running or next, with its places. Null if the caller may not see
 * it.
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
  waiting: z.object({
    guests: count.nullable(),
    enquiries: count.nullable(),
    alerts: count.nullable(),
    mails: count.nullable(),
    /** Flagged ones. */
    payments: count.nullable(),
  }),
  /** Of the program. */
  version: z.string(),
  backup: BackupView.nullable(),
});
export type StartView = z.infer<typeof StartView>;

export const staffStartContract = {
  get: endpoint('GET', '/staff/start', 'console.open', { summary: 'Get the setup checklist and today’s tasks', output: StartView }),
};
