import { setTimeout as sleep } from 'node:timers/promises';
import { type Replacement, replaceIn } from './replace.ts';

const unlockedEvent = replaceIn<typeof import('#server/content/events/staff-events.queries.ts')>(
  '#server/content/events/staff-events.queries.ts',
  { lockEvent: (own) => own.findEvent },
);

export const clubGuards = {
  /** A new club's ticket key is random, not derived from the secret. */
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
  /** Refunds and complimentary tickets of one staff member wait for each other before they are counted. */
  manyCommands: [
    replaceIn<typeof import('#server/platform/audit/many-commands.ts')>('#server/platform/audit/many-commands.ts', {
      requireConfirmedForMany: (own) => async (tx) => {
        await own.requireConfirmedBefore(tx, 0);
        // Another command counts between the count and the commit.
        await sleep(1_000);
      },
    }),
  ],
  /** One process publishes a due draft: under the event's lock, by taking its plan. */
  publishOnce: [
    unlockedEvent,
    replaceIn<typeof import('#server/content/events/publish-plans.queries.ts')>('#server/content/events/publish-plans.queries.ts', {
      claimDuePlan: (own) => own.findPlan,
    }),
  ],
  /** An event is changed under its lock, one change at a time, and only in the version that was read. */
  oneEditor: [unlockedEvent],
  /** An enquiry sent twice is stored once. */
  enquiryOnce: [
    replaceIn<typeof import('#server/backoffice/enquiries/enquiries.queries.ts')>('#server/backoffice/enquiries/enquiries.queries.ts', {
      lockEnquiry: () => async () => {},
      wasReceived: () => async () => false,
    }),
  ],
} satisfies Record<string, Replacement[]>;
