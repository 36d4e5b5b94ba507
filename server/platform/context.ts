import type { KeyObject } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Role, Status } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import type { Database, Db } from '#server/platform/db/client.ts';
import type { Env } from '#server/platform/config/env.ts';

export type Clock = { now(): Date };
export const systemClock: Clock = { now: () => new Date() };

/** Who calls. Role and status are read from the database with every call, so a change holds at once. */
export type Actor = { userId: number; sessionId: string; role: Role; status: Status };

/** Root-derived keys, one per purpose (server/platform/config/secrets.ts). */
export type Keys = {
  accessToken: Uint8Array;
  personalData: Uint8Array;
  personalNumberIndex: Uint8Array;
  /** Ed25519 */
  ticketCode: KeyObject;
  /** For the two accounts of a demo that others see. */
  demoPasswords: Uint8Array;
  inputDigest: Uint8Array;
  deviceCookie: Uint8Array;
  refreshToken: Uint8Array;
};

/** What the calls of one process share, such as queues, by the function that makes it. */
export type Shared = Map<unknown, unknown>;

/** What the process is made of, assembled in server/assemble.ts. A domain adds what only it knows (`declare module`). */
export interface Deps {
  database: Database;
  env: Env;
  clock: Clock;
  keys: Keys;
  log: FastifyBaseLogger;
  shared: Shared;
  /** The club's data as they are shown now: staff may have written other ones than the environment says. */
  venue(): Env['venue'];
  /** Accounts whose passwords are published (server/demo): see `isShutOut`. */
  publishedAccounts: ReadonlySet<number>;
  /** Aborted as soon as the process shall stop. */
  stopping: AbortSignal;
  /** Aborted a little later: whatever still waits for a bank or a mail server then is given up. */
  hardStop: AbortSignal;
  /** E-mail addresses, folded, that nobody may register with. */
  reservedEmails: ReadonlySet<string>;
  /** Full names of accounts, by id, for what is shown beside an id. */
  findUserNames(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

/** A command that came with an `Idempotency-Key` (server/platform/http/idempotency.ts). */
export type Once = { keep(db: Db, answer: unknown): Promise<void> };

/** Where a call comes from; jobs and the operator's commands come from nowhere. */
export type Origin = { address: string; userAgent?: string | undefined };

/** What a service is given: the process's parts, a database handle (or transaction), who calls, from where, and whether from this machine. */
export type Context = Omit<Deps, 'database'> & {
  db: Db;
  database: Database;
  actor: Actor | null;
  from?: Origin;
  once?: Once;
  isCallerLocal: () => boolean;
  /** `log` may name the request; this one does not. */
  processLog: FastifyBaseLogger;
};

export const contextFor = (deps: Deps, actor: Actor | null = null): Context => ({
  ...deps,
  db: deps.database.db,
  actor,
  isCallerLocal: () => false,
  processLog: deps.log,
});

/** What all calls of one process share, such as a queue: made when it is first needed and kept in `Deps`. */
export function perServer<Value, Parts extends Pick<Deps, 'shared'> = Context>(create: (parts: Parts) => Value): (parts: Parts) => Value {
  return (parts) => {
    if (!parts.shared.has(create)) parts.shared.set(create, create(parts));
    // Nobody else has this key.
    return parts.shared.get(create) as Value;
  };
}

/** The priority pool for a short statement, or the caller's own transaction. */
export const priorityOf = ({ db, database }: Context): Db => (db === database.db ? database.priority : db);

/** Runs `work` in one READ COMMITTED transaction; nothing in it may wait for the network. */
export function withTransaction<T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> {
  return ctx.db.transaction((db) => work({ ...ctx, db }));
}

/**
 * Keeps the answer of a command under its `Idempotency-Key`, in the transaction that does it: both happen, or neither. The last thing
 * such a transaction does. @throws idempotency_running when another call took the key over meanwhile
 */
export async function keepAnswer<T>(tx: Context, answer: T): Promise<T> {
  await tx.once?.keep(tx.db, answer);
  return answer;
}

/** Returns true for an account with a published password, unless this is a demo and the caller is on this machine. */
export const isShutOut = ({ publishedAccounts, env, isCallerLocal }: Context, userId: number): boolean =>
  publishedAccounts.has(userId) && !(env.demo === 'local' && isCallerLocal());

/** The signed-in caller. @throws unauthorized */
export function requireUser(ctx: Context): Actor {
  if (!ctx.actor) throw new AppError('unauthorized');
  return ctx.actor;
}

/** @throws unauthorized, forbidden */
export function requireAdmin(ctx: Context): Actor {
  const actor = requireUser(ctx);
  if (actor.role !== 'Admin') throw new AppError('forbidden');
  return actor;
}
