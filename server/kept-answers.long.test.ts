import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { urlOf, type Endpoint } from '#shared/contract.ts';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { wholeContract } from '#shared/staff-api.ts';
import { djForm, rentalForm } from '#tests/factories/enquiries.ts';
import { invite } from '#tests/factories/invitations.ts';
import { newLinkedList } from '#tests/factories/staff-lists.ts';
import { staffCommands, type CommandInput } from '#tests/factories/staff-commands.ts';
import { createGuest, sellOut } from '#tests/factories/sold-out.ts';
import { sell } from '#tests/factories/staff-money.ts';
import { createAdmin, createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

const creating = Object.entries(wholeContract).flatMap(([section, verbs]) =>
  Object.entries<Endpoint>(verbs).flatMap(([verb, endpoint]) =>
    endpoint.shape.creates ? [[`${section}.${verb}`, endpoint] as const] : [],
  ),
);

/** Commands that have the same effect when repeated: a cart has one line per event, and an order one live payment. */
const UNIQUE_BY_NATURE = new Set(['cart.addTicket', 'cart.checkout']);

type Effect = 'audit_entries' | 'mails' | 'ticket_transfers' | 'waitlist_entries';
/** `effect`: the table that the command writes last. */
type Command = { input: Omit<CommandInput, 'body'> & { body?: unknown }; bearer?: string; effect?: Effect };

const newGuest = {
  firstName: 'Nino',
  lastName: 'Beridze',
  email: 'kept@example.com',
  password: 'Night-Guest-1',
  confirmPassword: 'Night-Guest-1',
  phoneNumber: '+995 555 12-34-56',
  personalNumber: '01001000001',
  birthdate: '1998-04-12',
  socialMediaProfileLink: 'https://social.example/nino',
  country: 'Georgia',
};

/** Commands of guests and visitors; most send a mail in the same transaction. */
const guestCommands: Record<string, (app: TestApp) => Promise<Command>> = {
  'enquiries.rental': async () => ({ input: { body: joinEnquiry('rental', rentalForm) } }),
  'enquiries.dj': async () => ({ input: { body: joinEnquiry('dj', djForm) } }),
  'tickets.resend': async (app) => {
    const { user, ticketIds } = await sell(app);
    return { input: { id: ticketIds[0] ?? 0 }, bearer: user.accessToken };
  },
  'emailProof.request': async (app) => ({ input: {}, bearer: (await createUser(app.ctx)).accessToken }),
  'ownList.add': async (app) => {
    const { token } = await newLinkedList(app, app.api((await createAdmin(app.ctx)).accessToken));
    return { input: { body: { token, entries: [{ firstName: 'Luka', lastName: 'Drift', plusOnes: 0 }] } }, effect: 'audit_entries' };
  },
  'waitlist.join': async (app) => {
    const { eventId } = await sellOut(app, 1);
    return { input: { id: eventId, body: { quantity: 1 } }, bearer: (await createGuest(app)).accessToken, effect: 'waitlist_entries' };
  },
  'accounts.register': async () => ({ input: { body: newGuest } }),
  'invitations.accept': async (app) => {
    const { email, accessToken } = await createUser(app.ctx);
    const { token } = await invite(app, (await createAdmin(app.ctx)).accessToken, { email });
    return { input: { body: { token } }, bearer: accessToken, effect: 'audit_entries' };
  },
};

/** Keeps the first stored answer: the one written after every command would hide which transaction wrote the first. */
async function keepFirstAnswers({ owner }: TestApp): Promise<void> {
  await owner.execute(sql`create function keep_first() returns trigger language plpgsql
    as $$ begin if old.status is null then return new; end if; return null; end $$`);
  await owner.execute(sql`create trigger keep_first before update on idempotency_keys for each row execute function keep_first()`);
}

/** Returns true if the answer under a key was written by the transaction that wrote the newest row of a table. */
async function isKeptWith({ ctx }: TestApp, key: string, table: Effect): Promise<unknown> {
  const { rows } = await ctx.db.execute(sql`
    select k.status = 200 and k.xmin = (select xmin from ${sql.identifier(table)} order by id desc limit 1) as kept
    from idempotency_keys k where k.key = ${key}`);
  return rows[0]?.['kept'];
}

async function answersKept(app: TestApp): Promise<[string, unknown][]> {
  await keepFirstAnswers(app);
  const admin = await createAdmin(app.ctx);
  const kept: [string, unknown][] = [];
  for (const [name, endpoint] of creating.filter(([creates]) => !UNIQUE_BY_NATURE.has(creates))) {
    const bearer = await signInAgain(app.ctx, admin.id);
    const command = await guestCommands[name]?.(app);
    const staffInput = command ?? { input: (await staffCommands[name]?.(app, app.api(bearer))) ?? {} };
    const { body, ...rest } = staffInput.input;
    const { method } = endpoint;
    const headers = { 'idempotency-key': name };
    const { status, body: answer } = await rawCall(app.url, urlOf(endpoint, rest), {
      method,
      body,
      headers,
      bearer: command?.bearer ?? bearer,
    });
    expect([name, status], JSON.stringify(answer)).toEqual([name, 200]);
    kept.push([name, await isKeptWith(app, name, command?.effect ?? (command ? 'mails' : 'audit_entries'))]);
  }
  return kept;
}

test('every command that creates something keeps its answer in the transaction that does it', async () => {
  const kept = await answersKept(await startTestApp());
  expect(kept.map(([name]) => name).toSorted()).toEqual(
    creating
      .map(([name]) => name)
      .filter((name) => !UNIQUE_BY_NATURE.has(name))
      .toSorted(),
  );
  expect(kept).toEqual(kept.map(([name]) => [name, true]));
});

test('control: an answer that is kept afterwards, in another transaction, is noticed', async () => {
  const kept = await answersKept(await startTestApp({ without: 'answerWithEffect' }));
  expect(kept).toEqual(kept.map(([name]) => [name, false]));
});
