import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { Pool } from 'pg';
import { type Api, createApi } from '#shared/api.ts';
import type { ApiResponse, Send } from '#shared/contract.ts';

/** An anonymous client over real HTTP, which shares only the contract with the server. */
export function connect(origin: string, accessToken?: string, timeoutMs = 20_000): Api {
  const send: Send = async (request): Promise<ApiResponse> => {
    const headers: Record<string, string> = {};
    if (accessToken) headers['authorization'] = `Bearer ${accessToken}`;
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) };
    const { status, text } = await exchange(origin + request.url, { method: request.method, headers, timeoutMs, ...body });
    return { status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return createApi(send);
}

const PASSWORD = 'Night-Guest-1';

/** Returns a personal number of eleven digits, derived from the address, so that every guest is another person. */
const numberOf = (email: string): string => String(createHash('sha256').update(email).digest().readUIntBE(0, 5) % 1e11).padStart(11, '0');

/** Returns a valid registration form of an invented guest. */
export const guestForm = (email: string) => ({
  firstName: 'Nino',
  lastName: 'Beridze',
  email,
  password: PASSWORD,
  confirmPassword: PASSWORD,
  phoneNumber: '+995 555 12 34 56',
  personalNumber: numberOf(email),
  birthdate: '1999-03-14',
  socialMediaProfileLink: 'https://social.example/nino',
  country: 'Georgia',
});

/** Registers a guest and signs in. Returns the access token. */
export async function arrive(origin: string, email: string): Promise<string> {
  const api = connect(origin);
  await api.accounts.register({ body: guestForm(email) });
  return (await api.accounts.login({ body: { email, password: PASSWORD } })).accessToken;
}

/** Creates an event in two weeks that sells `allocation` places. Returns its id. */
export async function openEvent(database: Pool, allocation: number, capacity = allocation): Promise<number> {
  const event = await database.query<{ id: number }>(
    `insert into events (name, name_lat, starts_at, ends_at, state, capacity)
     values ('ღამე', 'Night', now() + interval '14 days', now() + interval '14 days 8 hours', 'published', $1) returning id`,
    [capacity],
  );
  const id = event.rows[0]?.id;
  if (id === undefined) throw new Error('no event');
  await database.query(
    `insert into ticket_types (event_id, position, name, name_lat, price_tetri, allocation) values ($1, 1, 'შესვლა', 'Entry', 4000, $2)`,
    [id, allocation],
  );
  return id;
}

/** Presses a button on the bank's page, as a guest does. Returns where the bank redirects the browser. */
export async function pay(redirect: string, outcome: string, timeoutMs = 20_000): Promise<string> {
  const { location } = await exchange(redirect, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome }).toString(),
    timeoutMs,
  });
  return location;
}

type ExchangeOptions = { method: string; headers?: Record<string, string>; body?: string; timeoutMs: number };
type Answer = { status: number; location: string; text: string };

/** Keep-alive connections, like those of a proxy in front of the server. */
const agent = new Agent({ keepAlive: true });

/** Sends one HTTP request; lighter than `fetch`, because the client shares the machine with the server. Rejects if there is no answer. */
export function exchange(url: string, { method, headers = {}, body, timeoutMs }: ExchangeOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      url,
      { method, agent, headers: { 'content-length': Buffer.byteLength(body ?? ''), ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '', text }));
        response.on('error', reject);
      },
    );
    clientRequest.setTimeout(timeoutMs, () => clientRequest.destroy(new Error(`no answer in ${timeoutMs} ms`)));
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}
