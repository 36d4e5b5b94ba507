import type { KeyObject } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { CONFIRMATION_MS, type Status } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import type { Right } from '#shared/staff/rights.ts';
import { type Database, type Db, isTransaction } from '#server/platform/db/client.ts';
import type { Env } from '#server/platform/config/env.ts';
import type { Hooks } from '#server/platform/hooks.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

export type Clock = { now(): Date };
export const systemClock: Clock = { now: () => new Date() };

/** What the session of a request has proved; read with the session (server/accounts/second-factor/forced.ts). */
export type Proof = {
  /** When the caller last proved to be the account's user. */
  confirmedAt: Date | null;
  hasSecondFactor: boolean;
  /** The account has a second factor, and the session was confirmed with it or with a former one. */
  isBySecondFactor: boolean;
  /** Rights of the caller's roles that rest until a second factor is set up or used. */
  resting: readonly Right[];
  /** The step that the roles demand, and when their rights begin to rest; null if none. */
  due: { step: 'set_up' | 'confirm'; until: Date } | null;
};

/**
 * The caller. Rights and status are read from the database with every request, so a change applies at once. `proof` is missing if no
 * session made the request.
 */
export type Actor = { userId: number; sessionId: string; rights: readonly Right[]; status: Status; proof?: Proof };

/** Keys derived from one secret, one per purpose (server/platform/config/secrets.ts). */
export type KeySet = {
  accessToken: Uint8Array;
  personalData: Uint8Array;
  personalNumberIndex: Uint8Array;
  /** Ed25519 */
  ticketCode: KeyObject;
  /** For the two accounts of a public demo. */
  demoPasswords: Uint8Array;
  inputDigest: Uint8Array;
  deviceCookie: Uint8Array;
  refreshToken: Uint8Array;
  /** Seals the secrets of authenticator apps. */
  secondFactor: Uint8Array;
  /** Hashes the digits that are mailed to prove an address. */
  emailCode: Uint8Array;
  /** Signs the links that stop a change of a verified address. */
  emailStop: Uint8Array;
  /** Signs the links that unsubscribe from the newsletter. */
  unsubscribe: Uint8Array;
  /** Hashes a pack into its version; keyed, so that a phone cannot use the version to test guessed names. */
  offlineManifestVersion: Uint8Array;
  /** Signs the calls of the operator's doctor. */
  doctor: Uint8Array;
  /** Seals the keys that outlive a secret (server/platform/kept-keys.ts). */
  keptKeys: Uint8Array;
};

/**
 * The present keys sign and seal; `earlier` ones, of secrets that are being replaced, still verify and open. `formerTicketKeys`: public
 * halves of replaced ticket keys, base64url, newest first. A process has one object, which `refreshKeys` updates.
 */
export type Keys = KeySet & { earlier: readonly KeySet[]; formerTicketKeys: readonly string[] };

/** The memory of a process: `perServer` makes each of its values once per `memory`. */
type Shared = { memory: object };

/** The dependencies of a process, assembled in server/assemble.ts. A domain adds its own (`declare module`). */
export interface Deps {
  database: Database;
  env: Env;
  /** Pictures and sounds. */
  storage: Storage;
  clock: Clock;
  keys: Keys;
  log: FastifyBaseLogger;
  shared: Shared;
  /** The club's data as shown now: texts edited by staff override the environment. */
  venue(): Env['venue'];
  /** Accounts whose passwords are published (server/demo): see `isShutOut`. */
  publishedAccounts: ReadonlySet<number>;
  /** Aborted when a load balancer must send no more visitors: before `stopping`. */
  draining: AbortSignal;
  /** Aborted when the process begins to stop. */
  stopping: AbortSignal;
  /** Aborted a little later, to give up calls to banks and mail servers. The one of a job also aborts when its workers end. */
  hardStop: AbortSignal;
  /** E-mail addresses, folded, that cannot be registered. */
  reservedEmails: ReadonlySet<string>;
  hooks: Hooks;
}

/** A command that came with an `Idempotency-Key` (server/platform/http/idempotency.ts). */
type Once = {
  keep(db: Db, answer: unknown): Promise<void>;
  /** Stores the answer to give if the process dies before the next part of the command. */
  storePart(db: Db, answer: unknown): Promise<void>;
};

/** Where a request comes from; undefined for jobs and the operator's commands. */
type Origin = { address: string; userAgent?: string | undefined };

/** The context of a service: the process's dependencies, a database handle or transaction, the caller, and where the request comes from. */
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

/** Returns an object that all requests of one process share, such as a queue; created on first use. */
export function perServer<Value extends object, Parts extends Pick<Deps, 'shared'> = Context>(
  create: (parts: Parts) => Value,
): (parts: Parts) => Value {
  // Tests run several servers in one process, each with its own memory.
  const values = new WeakMap<object, Value>();
  return (parts) => {
    const { memory } = parts.shared;
    const value = values.get(memory) ?? create(parts);
    values.set(memory, value);
    return value;
  };
}

/** Returns the priority pool for a short statement, or the caller's own transaction. */
export const priorityOf = ({ db, database }: Context): Db => (db === database.db ? database.priority : db);

/** Runs `work` in one READ COMMITTED transaction, or in a savepoint of the caller's; `work` must not wait for the network. */
export function withTransaction<T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> {
  const run = (db: Db): Promise<T> => work({ ...ctx, db });
  return isTransaction(ctx.db) ? ctx.db.transaction(run) : ctx.database.transaction(run);
}

/**
 * Stores the answer of a command under its `Idempotency-Key`, in the transaction of the command and as its last statement, so that both
 * happen or neither. @throws idempotency_running when another request has taken the key over
 */
export async function storeAnswer<T>(tx: Context, answer: T): Promise<T> {
  await tx.once?.keep(tx.db, answer);
  return answer;
}

/** Returns `ctx` for a part of a command in its own transaction: `storeAnswer` stores what was done so far, and the command goes on. */
export function inPart(ctx: Context): Context {
  const { once } = ctx;
  return once ? { ...ctx, once: { ...once, keep: once.storePart } } : ctx;
}

/** Returns true for an account with a published password, unless this is a demo and the caller is on this machine. */
export const isShutOut = ({ publishedAccounts, env, isCallerLocal }: Context, userId: number): boolean =>
  publishedAccounts.has(userId) && !(env.demo === 'local' && isCallerLocal());

/** Returns the signed-in caller. @throws unauthorized */
export function requireUser(ctx: Context): Actor {
  if (!ctx.actor) throw new AppError('unauthorized');
  return ctx.actor;
}

/** Returns true if the caller has a role, even while its rights rest. */
export const isOfStaff = ({ rights, proof }: Actor): boolean => rights.length + (proof?.resting.length ?? 0) > 0;

/**
 * Returns the signed-in caller, who has the right. @throws unauthorized, forbidden (`params`: the missing `right`), second_factor_missing
 * (`params`: the `right` that rests and the `step` to take)
 */
export function requireRight(ctx: Context, right: Right): Actor {
  const actor = requireUser(ctx);
  const { resting = [], due } = actor.proof ?? {};
  if (resting.includes(right)) throw new AppError('second_factor_missing', { params: { right, ...(due && { step: due.step }) } });
  if (!actor.rights.includes(right)) throw new AppError('forbidden', { params: { right } });
  return actor;
}

/**
 * Requires that the caller has lately confirmed to be the account's user, as the call's contract demands. @throws unauthorized,
 * confirmation_required (`params`: by what)
 */
export function requireConfirmed(ctx: Context, when: true | 'with a second factor'): void {
  const { proof } = requireUser(ctx);
  if (when !== true && !proof?.hasSecondFactor) return;
  const ageMs = proof?.confirmedAt ? Math.abs(ctx.clock.now().getTime() - proof.confirmedAt.getTime()) : Infinity;
  if (ageMs > CONFIRMATION_MS) throw confirmationRequired(proof?.hasSecondFactor === true);
}

/** `with`: a code if the account has a second factor, else the password. */
export const confirmationRequired = (hasSecondFactor: boolean): AppError =>
  new AppError('confirmation_required', { params: { with: hasSecondFactor ? 'code' : 'password' } });

/** Runs reads that must agree with each other: all of them see the database at one moment, or as the caller's transaction does. */
export function withSnapshot<T>(ctx: Context, read: (at: Context) => Promise<T>): Promise<T> {
  return isTransaction(ctx.db) ? read(ctx) : ctx.database.snapshot((db) => read({ ...ctx, db }));
}
