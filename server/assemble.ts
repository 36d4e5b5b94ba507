import type { Logger } from 'pino';
import { findUserNames } from './accounts/accounts.queries.ts';
import { shownVenue } from './content/site-texts/shown-site.ts';
import { demoEmailKeys } from './demo/demo-accounts.ts';
import type { Env } from './platform/config/env.ts';
import { deriveKeys } from './platform/config/secrets.ts';
import { systemClock, type Deps } from './platform/context.ts';
import type { Database } from './platform/db/client.ts';
import { eventSales } from './sales/tickets/event-sales.queries.ts';
import { createOtherBanks, createProvider } from './sales/payments/banks/create-provider.ts';

type Given = {
  env: Env;
  log: Logger;
  database: Database;
  secret: string;
  /** The server's own address, known once it listens. */
  origin: () => string;
  stopping?: AbortSignal;
  hardStop?: AbortSignal;
};

/** Assembles the dependencies of a process, for the server, the operator's commands and tests. */
export const assemble = ({ env, log, database, secret, origin, ...signals }: Given): Deps => {
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
    keys: deriveKeys(secret),
    payments: createProvider(env, origin, hardStop),
    otherBanks: createOtherBanks(env, hardStop),
    publishedAccounts: new Set(),
    reservedEmails: demoEmailKeys,
    findUserNames,
    eventSales,
  };
  return deps;
};
