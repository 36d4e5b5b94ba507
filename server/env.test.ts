import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readEnv, variableNames } from './env.ts';

const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
const exampleLines = [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const);

test('without any variable the site runs as a demo on port 3000', () => {
  expect(readEnv({})).toMatchObject({
    isProduction: false,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: './data',
    databaseUrl: undefined,
    demo: true,
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

test('an empty value counts as not set', () => {
  expect(readEnv({ PORT: '', SECRET: '', PAYMENTS: '' })).toEqual(readEnv({}));
});

test('the public address follows the port and loses its trailing slash', () => {
  expect(readEnv({ PORT: '4100' }).publicUrl).toBe('http://localhost:4100');
  expect(readEnv({ PUBLIC_URL: 'https://rkali.example/' }).publicUrl).toBe('https://rkali.example');
});

test('production turns the demo off unless it is asked for', () => {
  expect(readEnv({ NODE_ENV: 'production', PAYMENTS: 'fake' }).demo).toBe(false);
  expect(readEnv({ NODE_ENV: 'production', PAYMENTS: 'fake', DEMO: '1' }).demo).toBe(true);
  expect(readEnv({ DEMO: 'off' }).demo).toBe(false);
});

test('a proxy is trusted by number or by address', () => {
  expect([readEnv({}), readEnv({ TRUST_PROXY: '2' }), readEnv({ TRUST_PROXY: '10.0.0.0/8' })].map((env) => env.trustProxy)).toEqual([
    false,
    2,
    '10.0.0.0/8',
  ]);
});

const production = { NODE_ENV: 'production', PAYMENTS: 'fake' };

test.each<[NodeJS.ProcessEnv, string]>([
  [{ PORT: 'http' }, 'PORT must be a number from 1 to 65535.'],
  [{ PORT: '70000' }, 'PORT must be a number from 1 to 65535.'],
  [{ PORT: '80.5' }, 'PORT must be a number from 1 to 65535.'],
  [{ PUBLIC_URL: 'rkali.example' }, 'PUBLIC_URL must be an address that begins with http:// or https://.'],
  [{ DATABASE_URL: 'mysql://localhost' }, 'DATABASE_URL must begin with postgres://.'],
  [{ DEMO: 'perhaps' }, 'DEMO must be true or false.'],
  [{ SECRET: 'short' }, 'SECRET is too short: take at least 32 random characters, or leave it out to have one generated.'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must begin with smtp:// or smtps://.'],
  [{ MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, 'MAIL_FROM must be an e-mail address.'],
  [{ RATE_LIMIT_SCALE: '0' }, 'RATE_LIMIT_SCALE must be a number above 0, for example 1.'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN is too short: take at least 16 random characters.'],
  [{ META_PIXEL_ID: '12a' }, 'META_PIXEL_ID must be the number of the pixel, digits alone.'],
  [{ GOOGLE_ANALYTICS_ID: 'UA-1234-1' }, 'GOOGLE_ANALYTICS_ID must be a measurement id, such as G-ABC123DEF4.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be the number of proxies in front, or their addresses separated by commas.'],
  [{ ...production, RATE_LIMIT_SCALE: '10' }, 'RATE_LIMIT_SCALE must not be above 1 in production.'],
])('%o is answered with one line', (source, line) => {
  expect(() => readEnv(source)).toThrow(new Error(line));
});
