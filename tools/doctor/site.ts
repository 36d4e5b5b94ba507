import type { Env } from '#server/platform/config/env.ts';
import type { Context } from '#server/platform/context.ts';

/** What the checks examine. */
export type Site = {
  env: Env;
  /** The settings as the operator wrote them. */
  variables: NodeJS.ProcessEnv;
  /** The file of the settings, which may be missing. */
  settings: string;
  /** Undefined while the database does not answer. */
  ctx: Context | undefined;
  /** Why the doctor does not open the bundled database: starting it would first change it. */
  closed: 'open' | 'locked' | undefined;
  /** The server's own origin, without the web server in front of it. */
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
