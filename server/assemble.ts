import type { Logger } from 'pino';
import { publishedVenue } from '#server/content/site-texts/shown-site.ts';
import { demoEmailKeys } from '#server/demo/demo-accounts.ts';
import type { Env } from '#server/platform/config/env.ts';
import { type Keys, systemClock, type Deps } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { openStorage } from '#server/platform/storage/storage.ts';
import { createOtherBanks, createProvider } from '#server/sales/payments/banks/create-provider.ts';
import { setVenueTimeZone } from '#shared/dates.ts';
import { hooks } from './hooks.ts';

type Given = {
  env: Env;
  log: Logger;
  database: Database;
  keys: Keys;
  /** The server's own address, known once it listens. */
  origin: () => string;
  draining?: AbortSignal;
  stopping?: AbortSignal;
  hardStop?: AbortSignal;
};

const neverAborted = (): AbortSignal => new AbortController().signal;

/** Assembles the dependencies of a process, for the server, the operator's commands and tests. */
export const assemble = ({ env, log, database, keys, origin, ...signals }: Given): Deps => {
  setVenueTimeZone(env.venue.timeZone);
  const { draining = neverAborted(), stopping = neverAborted(), hardStop = neverAborted() } = signals;
  const deps: Deps = {
    env,
    log,
    database,
    storage: openStorage(env),
    draining,
    stopping,
    hardStop,
    clock: systemClock,
    shared: { memory: {} },
    venue: () => publishedVenue(deps),
    keys,
    payments: createProvider(env, origin, hardStop),
    otherBanks: createOtherBanks(env, hardStop),
    publishedAccounts: new Set(),
    reservedEmails: demoEmailKeys,
    hooks,
  };
  return deps;
};
