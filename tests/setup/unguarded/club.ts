import { setTimeout as sleep } from 'node:timers/promises';
import { type Replacement, replaceIn } from './replace.ts';

/** As if nobody else could change the event. */
const unlockedEvent = replaceIn<typeof import('#server/content/events/staff-events.queries.ts')>(
  '#server/content/events/staff-events.queries.ts',
  { lockEvent: (own) => own.findEvent },
);

/** Guards of what the club writes and receives, and of every command. */
export const clubGuards = {
  /** The key that signs the tickets of a new club is not made from the secret. */
  randomTicketKey: [
    replaceIn<typeof import('#server/platform/config/secrets.ts')>('#server/platform/config/secrets.ts', {
      firstKeptKey: (own) => (secret, name) => own.firstKeptKey(secret, name, false),
    }),
  ],
  /** The answer to an `Idempotency-Key` is stored in the transaction of the command. */
  answerWithEffect: [
    replaceIn<typeof import('#server/platform/context.ts')>('#server/platform/context.ts', {
      storeAnswer: () => async (_, answer) => answer,
    }),
  ],
  /** Refunds and gifts of one member wait for each other before they are counted. */
  manyCommands: [
    replaceIn<typeof import('#server/platform/audit/many-commands.ts')>('#server/platform/audit/many-commands.ts', {
      requireConfirmedForMany: (own) => async (tx) => {
        await own.requireConfirmedBefore(tx, 0);
        // Between the count and the commit another command counts, too.
        await sleep(1_000);
      },
    }),
  ],
  /** A draft whose time has come is published by one process: under the event's lock, by who takes its plan. */
  publishOnce: [
    unlockedEvent,
    replaceIn<typeof import('#server/content/events/publish-plans.queries.ts')>('#server/content/events/publish-plans.queries.ts', {
      claimDuePlan: (own) => own.findPlan,
    }),
  ],
  /** An event is changed under its lock, one change at a time: the version that was read is the one that is changed. */
  oneEditor: [unlockedEvent],
  /** An enquiry sent twice is stored once. */
  enquiryOnce: [
    replaceIn<typeof import('#server/backoffice/enquiries/enquiries.queries.ts')>('#server/backoffice/enquiries/enquiries.queries.ts', {
      lockEnquiry: () => async () => {},
      wasReceived: () => async () => false,
    }),
  ],
} satisfies Record<string, Replacement[]>;
