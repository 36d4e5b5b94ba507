import { openDatabase } from '#server/platform/db/client.ts';
import { contextFor, type Context, type Deps } from '#server/platform/context.ts';
import { createProvider } from '#server/sales/payments/banks/create-provider.ts';
import type { PaymentProvider } from '#server/sales/payments/banks/provider.ts';
import { createPromoCode } from '#tests/factories/promo-codes.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { GUEST_COUNT, type EventPlan } from './commands.ts';

/** A process of the club that shares only the database with the others. `url` is set if it is called over HTTP. */
export type ClubProcess = {
  name: string;
  deps: Deps;
  bank: PaymentProvider;
  url: string | undefined;
  isDead: boolean;
  end(): Promise<void>;
};

export type StageOptions = {
  /** Whether services are called directly, or whole servers over HTTP. */
  via?: 'services' | 'http';
  processes?: number;
  /** The first two guests of each world are one person, and the club counts places per person (PLACES_SHARED_BY_PERSON). */
  sharesPlaces?: boolean;
  /** Prepares the empty database, for example by dropping a constraint. */
  prepare?: (app: TestApp) => Promise<unknown>;
};

export type Stage = {
  app: TestApp;
  admin: TestUser;
  sharesPlaces: boolean;
  processes: ClubProcess[];
  restart(place: number): Promise<void>;
  close(): Promise<void>;
};

let born = 0;

/** A database with a bank, and several processes of the club. */
export async function openStage({
  via = 'services',
  processes: count = 1,
  sharesPlaces = false,
  prepare,
}: StageOptions = {}): Promise<Stage> {
  const app = await startTestApp({ env: { PLACES_SHARED_BY_PERSON: String(sharesPlaces) } });
  await prepare?.(app);
  const start = () => (via === 'http' ? startServer(app) : startServices(app));
  const processes = await Promise.all(Array.from({ length: count }, start));
  const dead: ClubProcess[] = [];
  return {
    app,
    admin: await createAdmin(app.ctx),
    sharesPlaces,
    processes,
    async restart(place) {
      const old = processes[place];
      if (!old || old.isDead) return;
      old.isDead = true;
      dead.push(old);
      processes[place] = await start();
      await cutOff(app, old);
    },
    async close() {
      await Promise.all([...processes, ...dead].map((process) => process.end()));
      await app.close();
    },
  };
}

/** Ends its connections at once, whatever they are doing: the database sees the same after SIGKILL. */
const cutOff = (app: TestApp, { name }: ClubProcess): Promise<unknown> =>
  app.deps.database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
    [name],
  );

/** Starts the same services with new memory and new connections: no batches, no list of sold-out events, no bank token. */
async function startServices(app: TestApp): Promise<ClubProcess> {
  const { name, url } = ownAddress(app);
  const database = openDatabase(url, () => undefined);
  const deps = { ...app.deps, shared: { memory: {} }, database, payments: createProvider(app.deps.env, () => app.url) };
  return { name, deps, bank: deps.payments, url: undefined, isDead: false, end: database.close };
}

async function startServer(app: TestApp): Promise<ClubProcess> {
  const { name, url } = ownAddress(app);
  const server = await startTestApp({
    databaseUrl: url,
    clock: app.clock,
    env: { PUBLIC_URL: app.deps.env.publicUrl, PLACES_SHARED_BY_PERSON: String(app.deps.env.placesSharedByPerson) },
  });
  const { deps } = server;
  return { name, deps, bank: deps.payments, url: server.url, isDead: false, end: server.close };
}

function ownAddress({ deps }: TestApp): { name: string; url: string } {
  born += 1;
  const name = `club-${born}`;
  const url = new URL(deps.env.databaseUrl ?? '');
  url.searchParams.set('application_name', name);
  return { name, url: url.href };
}

/** Three guests and the events of a plan, new for every history and all on one stage. */
export type World = {
  stage: Stage;
  startedAt: number;
  guests: TestUser[];
  /** The person of each guest. */
  people: readonly number[];
  events: { id: number; ticketTypeIds: number[] }[];
};

const EACH_A_PERSON = Array.from({ length: GUEST_COUNT }, (_, guest) => guest);
/** The first two guests share a personal number. */
const TWO_OF_ONE = EACH_A_PERSON.map((guest) => Math.max(0, guest - 1));
let worlds = 0;

export async function openWorld(stage: Stage, plans: readonly EventPlan[]): Promise<World> {
  const { ctx, clock } = stage.app;
  const people = stage.sharesPlaces ? TWO_OF_ONE : EACH_A_PERSON;
  worlds += 1;
  const world = String(worlds).padStart(8, '0');
  const [guests, events] = await Promise.all([
    Promise.all(people.map((person) => createUser(ctx, { personalNumber: `30${world}${person}`, emailProvedAt: clock.now() }))),
    Promise.all(plans.map((plan) => createPlanned(ctx, plan))),
  ]);
  return { stage, startedAt: clock.now().getTime(), guests, people, events };
}

/** The text of each event's promo code. */
export const CODE = 'FRIENDS';

async function createPlanned(ctx: Context, { ticketTypes, code, ...plan }: EventPlan) {
  const made = await createEvent(ctx, {
    ...plan,
    ticketTypes: ticketTypes.map(({ isHidden, ...ticketType }) => ({
      ...ticketType,
      kind: isHidden ? ('hidden' as const) : ('public' as const),
    })),
  });
  await createPromoCode(ctx, { eventId: made.id, hiddenId: made.ticketTypeIds.at(-1) ?? 0 }, { code: CODE, ...code });
  return made;
}

/** Returns the context of a service for a call by this user, who has just confirmed. */
export const asPerson = ({ deps }: ClubProcess, user: TestUser | undefined): Context =>
  contextFor(deps, {
    userId: user?.id ?? 0,
    sessionId: '',
    rights: [],
    status: 'Verified',
    proof: { confirmedAt: deps.clock.now(), hasSecondFactor: false, isBySecondFactor: false, resting: [], due: null },
  });
