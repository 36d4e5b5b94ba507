import type { Logger } from 'pino';
import { findUserNames } from '#server/accounts/accounts.queries.ts';
import { findOwnerMailboxes } from '#server/accounts/roles.queries.ts';
import { shownVenue } from '#server/content/site-texts/shown-site.ts';
import { demoEmailKeys } from '#server/demo/demo-accounts.ts';
import { findArrivalsAtEvent } from '#server/door/entry-arrivals.queries.ts';
import { countWaitingTickets } from '#server/sales/tickets/waiting-gifts.queries.ts';
import { endPassesOf } from '#server/door/passes/passes.service.ts';
import type { Env } from '#server/platform/config/env.ts';
import { type Keys, systemClock, type Deps } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { endListLinksOf } from '#server/sales/lists/list-link.service.ts';
import { moveListHours } from '#server/sales/lists/staff-lists.service.ts';
import { createOtherBanks, createProvider } from '#server/sales/payments/banks/create-provider.ts';
import { eventSales } from '#server/sales/tickets/event-sales.queries.ts';

type Given = {
  env: Env;
  log: Logger;
  database: Database;
  keys: Keys;
  /** The server's own address, known once it listens. */
  origin: () => string;
  stopping?: AbortSignal;
  hardStop?: AbortSignal;
};

/** Assembles the dependencies of a process, for the server, the operator's commands and tests. */
export const assemble = ({ env, log, database, keys, origin, ...signals }: Given): Deps => {
  const { stopping = new AbortController().signal, hardStop = new AbortController().signal } = signals;
  const deps: Deps = {
    env,
    log,
    database,
    stopping,
    hardStop,
    clock: systemClock,
    shared: new Map(),
    venue: () => shownVenue(deps),
    keys,
    payments: createProvider(env, origin, hardStop),
    otherBanks: createOtherBanks(env, hardStop),
    publishedAccounts: new Set(),
    reservedEmails: demoEmailKeys,
    findUserNames,
    findOwnerMailboxes,
    eventSales,
    endPassesOf,
    endListLinksOf,
    countWaitingTickets,
    countEntryArrivals: findArrivalsAtEvent,
    moveListHours,
  };
  return deps;
};
