import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readEnv, variableNames } from './env.ts';

const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
const exampleLines = [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const);

test('without any variable the site runs as a demo on port 3000', () => {
  expect(readEnv({})).toMatchObject({
    isProduction: false,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: './data',
    databaseUrl: undefined,
    demo: 'local',
    mailFrom: { name: undefined, address: 'tickets@club.example' },
    payments: 'fake',
    rateLimitScale: 1,
    logLevel: 'info',
  });
});

test('the example file names every variable and no other', () => {
  expect(exampleLines.map(([name]) => name).sort()).toEqual([...variableNames].sort());
});

test('the values in the example file are valid', () => {
  const env = readEnv(Object.fromEntries(exampleLines));
  expect(env.venue).toEqual(readEnv({}).venue);
  expect(env.databaseUrl).toMatch(/^postgres:/);
});

test('what was read does not change while the process runs', () => {
  const env = readEnv({});
  expect(() => Object.assign(env, { publicUrl: 'https://elsewhere.example' })).toThrow('read only');
  expect(() => Object.assign(env.venue, { name: 'Elsewhere' })).toThrow('read only');
});

const NOT_THIS_MACHINE =
  'PUBLIC_URL is not an address of this machine: set NODE_ENV=production, or DEMO=public for a demo that others see.';

test('an empty value counts as not set', () => {
  expect(readEnv({ PORT: '', SECRET: '', PAYMENTS: '' })).toEqual(readEnv({}));
});

test('the public address follows the port and loses its trailing slash', () => {
  expect(readEnv({ PORT: '4100' }).publicUrl).toBe('http://localhost:4100');
  expect(readEnv({ PUBLIC_URL: 'https://rkali.example/', DEMO: 'public' }).publicUrl).toBe('https://rkali.example');
});

test('production turns the demo off unless one for everybody is asked for', () => {
  expect(readEnv(production).demo).toBe('off');
  expect(readEnv({ ...production, DEMO: 'public' }).demo).toBe('public');
  expect(readEnv({ DEMO: 'off' }).demo).toBe('off');
  expect(readEnv({ DEMO: 'Public' }).demo).toBe('public');
  expect(readEnv({ DEMO: '1' }).demo).toBe('local');
});

test('a proxy is trusted by number or by address, or said not to be there', () => {
  const trusted = [undefined, '2', '10.0.0.0/8', '0', 'none', 'None'].map((value) => readEnv({ TRUST_PROXY: value }).trustProxy);
  expect(trusted).toEqual([undefined, 2, '10.0.0.0/8', 0, 0, 0]);
});

const production = { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000', PAYMENTS: 'fake', MAIL: 'files' };
const live = { ...production, PAYMENTS: 'bog', BOG_CLIENT_ID: 'id', BOG_CLIENT_SECRET: 'secret', BOG_PUBLIC_KEY: publicKey };

test.each([
  ['tickets@rkali.ge', { name: undefined, address: 'tickets@rkali.ge' }],
  [' Rkali <tickets@rkali.ge> ', { name: 'Rkali', address: 'tickets@rkali.ge' }],
  ['<tickets@rkali.ge>', { name: undefined, address: 'tickets@rkali.ge' }],
  ['"Rkali, Tbilisi" <tickets@rkali.ge>', { name: 'Rkali, Tbilisi', address: 'tickets@rkali.ge' }],
  ['რკალი <tickets@rkali.ge>', { name: 'რკალი', address: 'tickets@rkali.ge' }],
])('MAIL_FROM=%s is understood', (text, expected) => {
  expect(readEnv({ MAIL_FROM: text }).mailFrom).toEqual(expected);
});

test.each([
  'club@localhost',
  'club',
  '@',
  'Rkali <club@localhost>',
  'a@b.ge, c@d.ge',
  'a@b.ge, Rkali <c@d.ge>',
  'Rkali c@d.ge',
  'x <a@b.ge> y',
])('MAIL_FROM=%s stops the start', (text) => {
  expect(() => readEnv({ MAIL_FROM: text })).toThrow(new Error('MAIL_FROM must be one email address, such as Rkali <tickets@rkali.ge>.'));
});

test('CONTACT_EMAIL is kept without the name beside it', () => {
  expect(readEnv({ CONTACT_EMAIL: 'Club <hello@rkali.ge>' }).venue.email).toBe('hello@rkali.ge');
});

test.each([
  ['smtp://user:password@mail.example:25', 'production', true],
  ['smtp://user:password@127.0.0.1:2525', 'production', true],
  ['smtp://mail.example', 'production', true],
  ['smtp://127.0.0.1:25', 'production', false],
  ['smtp://mail.example:587', 'development', true],
  ['smtp://user:password@127.0.0.1:2525', 'development', false],
])('mails to %s in %s need TLS: %s', (url, mode, expected) => {
  expect(readEnv({ ...(mode === 'production' && production), MAIL: '', SMTP_URL: url }).requireTls).toBe(expected);
});

test('the club is in Tbilisi unless another time zone is named', () => {
  expect(readEnv({}).venue.timeZone).toBe('Asia/Tbilisi');
  expect(readEnv({ VENUE_TIME_ZONE: 'Europe/Berlin' }).venue.timeZone).toBe('Europe/Berlin');
});

test('a proxy is needed in front of an https address and can be said not to be there', () => {
  expect(readEnv({ ...live, PUBLIC_URL: 'https://rkali.ge', TRUST_PROXY: '1' }).trustProxy).toBe(1);
  expect(readEnv({ ...live, PUBLIC_URL: 'https://rkali.ge', TRUST_PROXY: 'none' }).trustProxy).toBe(0);
});

test.each<[NodeJS.ProcessEnv, string]>([
  [{ PORT: 'http' }, 'PORT must be a number from 1 to 65535.'],
  [{ PORT: '70000' }, 'PORT must be a number from 1 to 65535.'],
  [{ PORT: '80.5' }, 'PORT must be a number from 1 to 65535.'],
  [{ PUBLIC_URL: 'rkali.example' }, 'PUBLIC_URL must be an address that begins with http:// or https://.'],
  [{ DATABASE_URL: 'mysql://localhost' }, 'DATABASE_URL must begin with postgres://.'],
  [{ PUBLIC_URL: 'https://rkali.ge' }, NOT_THIS_MACHINE],
  [{ PUBLIC_URL: 'https://rkali.ge', DEMO: 'false' }, NOT_THIS_MACHINE],
  [{ PUBLIC_URL: 'https://rkali.ge', DEMO: 'false', NODE_ENV: 'staging' }, NOT_THIS_MACHINE],
  [{ DEMO: 'perhaps' }, 'DEMO must be true, false or public.'],
  [{ SECRET: 'short' }, 'SECRET is too short: take at least 32 random characters, or leave it out to have one generated.'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must begin with smtp:// or smtps://.'],
  [{ MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, 'MAIL_FROM must be one email address, such as Rkali <tickets@rkali.ge>.'],
  [{ CONTACT_EMAIL: 'club@localhost' }, 'CONTACT_EMAIL must be one email address, such as hello@rkali.ge.'],
  ...['Berlin', 'Europe/Nowhere', '+04:00'].map((VENUE_TIME_ZONE): [NodeJS.ProcessEnv, string] => [
    { VENUE_TIME_ZONE },
    'VENUE_TIME_ZONE must be the name of a time zone, such as Europe/Berlin.',
  ]),
  [{ MAIL: 'smtp' }, 'MAIL must be files, or left out.'],
  [{ MAIL: 'files', SMTP_URL: 'smtp://mail.example' }, 'MAIL=files and SMTP_URL exclude each other: leave one of them out.'],
  [{ RATE_LIMIT_SCALE: '0' }, 'RATE_LIMIT_SCALE must be a number above 0, for example 1.'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN is too short: take at least 16 random characters.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be the number of proxies in front, their addresses separated by commas, or none.'],
  [{ ...production, MAIL: '' }, 'SMTP_URL must be set in production, or MAIL=files to write emails to DATA_DIR/mail without sending them.'],
  [
    { ...live, PUBLIC_URL: 'https://rkali.ge' },
    'TRUST_PROXY must be set in production with an https PUBLIC_URL: 1 with one web server in front, or none when there is none.',
  ],
  [
    { ...production, DEMO: 'true' },
    'DEMO must be false or public in production: the passwords of the demo are published, and public makes new ones.',
  ],
  [
    { ...production, PUBLIC_URL: 'https://rkali.ge', TRUST_PROXY: '1' },
    'PAYMENTS=fake gives tickets away and is refused in production unless PUBLIC_URL is an address of this machine: rehearse with the sandbox of the bank.',
  ],
  [
    { ...production, PUBLIC_URL: '' },
    'PUBLIC_URL must be set in production with PAYMENTS=fake: for a rehearsal PUBLIC_URL=http://localhost:3000',
  ],
  [{ ...production, RATE_LIMIT_SCALE: '10' }, 'RATE_LIMIT_SCALE must not be above 1 in production.'],
])('%o is answered with one line', (source, line) => {
  expect(() => readEnv(source)).toThrow(new Error(line));
});

test('a proved address is wanted before purchases only where the operator says so, and never in a demo', () => {
  const wanted = (source: Record<string, string>) => readEnv({ NODE_ENV: 'test', DEMO: 'false', ...source }).purchasesNeedProvedEmail;
  expect(wanted({})).toBe(false);
  expect(wanted({ PURCHASES_NEED_PROVED_EMAIL: 'true' })).toBe(true);
  expect(wanted({ PURCHASES_NEED_PROVED_EMAIL: 'true', DEMO: 'true' })).toBe(false);
  expect(() => wanted({ PURCHASES_NEED_PROVED_EMAIL: 'maybe' })).toThrow('PURCHASES_NEED_PROVED_EMAIL must be true or false.');
});
