import type { Env } from '#server/platform/config/env.ts';
import type { Context } from '#server/platform/context.ts';

/** What a check may look at. */
export type Site = {
  env: Env;
  /** As the operator wrote them. */
  variables: NodeJS.ProcessEnv;
  /** The folder of the program, where `.env` is. */
  root: string;
  /** Undefined while the database does not answer. */
  ctx: Context | undefined;
  /** Why the doctor does not open the bundled database: a start would have to change it first. */
  closed: 'open' | 'locked' | undefined;
  /** Where the server itself listens, without a web server in front. */
  origin: string;
  options: Options;
};

export type Options = {
  /** Name servers (`address` or `address:port`) instead of the machine's. */
  dns: readonly string[];
  /** The web server whose clock is compared. */
  clockUrl: string;
  /** Names of DKIM keys to look for, instead of the usual ones. */
  dkim: readonly string[];
  /** False leaves out the test mail and the test call to the webhook. */
  sends: boolean;
};

/** A check that takes longer is a fault of its own. */
export const CHECK_TIMEOUT_MS = 20_000;
export const CALL_TIMEOUT_MS = 10_000;

const RESERVED = /(^|\.)(example|test|invalid|localhost)$/i;
/** Returns true for a domain that no one can own, as in the settings of the example. */
export const isReserved = (domain: string): boolean => RESERVED.test(domain) || /(^|\.)example\.(com|net|org)$/i.test(domain);
