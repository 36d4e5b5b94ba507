import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }).toString();
const ecPem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString();
const bog = { BOG_CLIENT_ID: 'id', BOG_CLIENT_SECRET: 'secret', BOG_PUBLIC_KEY: pem };
const tbc = { TBC_API_KEY: 'key', TBC_CLIENT_ID: 'id', TBC_CLIENT_SECRET: 'secret' };
const live = { NODE_ENV: 'production', PUBLIC_URL: 'https://rkali.example', TRUST_PROXY: '1', MAIL: 'files' };

test('a bank is read whole, its key from one line or many', () => {
  const env = readEnv({ PAYMENTS: 'bog', ...bog, BOG_PUBLIC_KEY: pem.replaceAll('\n', '\\n') });
  expect(env.payments).toBe('bog');
  expect(env.bog).toEqual({
    clientId: 'id',
    clientSecret: 'secret',
    publicKey: pem,
    tokenUrl: 'https://oauth2.bog.ge/auth/realms/bog/protocol/openid-connect/token',
    apiUrl: 'https://api.bog.ge/payments/v1',
    methods: ['card', 'google_pay', 'apple_pay'],
    pageHosts: ['payment.bog.ge'],
  });
  expect(readEnv({ PAYMENTS: 'tbc', ...tbc, TBC_METHODS: '5, 9,14', TBC_PAGE_HOSTS: 'ecom.tbcpayments.ge' }).tbc).toEqual({
    apiKey: 'key',
    clientId: 'id',
    clientSecret: 'secret',
    apiUrl: 'https://api.tbcbank.ge',
    methods: [5, 9, 14],
    pageHosts: ['ecom.tbcpayments.ge'],
  });
});

test('a bank that takes no new payments stays configured for its old ones', () => {
  expect(readEnv({ PAYMENTS: 'tbc', ...tbc, ...bog })).toMatchObject({ payments: 'tbc', bog: { clientId: 'id' }, tbc: { apiKey: 'key' } });
  expect(readEnv(bog)).toMatchObject({ payments: 'fake', bog: { clientId: 'id' }, tbc: undefined });
});

test.each<[NodeJS.ProcessEnv, string]>([
  [{ PAYMENTS: 'stripe' }, 'PAYMENTS must be fake, bog or tbc.'],
  [{ PAYMENTS: 'bog' }, 'BOG_CLIENT_ID is needed with PAYMENTS=bog.'],
  [{ PAYMENTS: 'bog', ...bog, BOG_PUBLIC_KEY: '' }, 'BOG_PUBLIC_KEY is needed with PAYMENTS=bog.'],
  [{ PAYMENTS: 'bog', ...tbc }, 'BOG_CLIENT_ID is needed with PAYMENTS=bog.'],
  [{ PAYMENTS: 'tbc' }, 'TBC_API_KEY is needed with PAYMENTS=tbc.'],
  [{ PAYMENTS: 'tbc', ...tbc, TBC_CLIENT_SECRET: '' }, 'TBC_CLIENT_SECRET is needed with PAYMENTS=tbc.'],
  [{ BOG_CLIENT_SECRET: 'secret' }, 'BOG_CLIENT_ID is needed with BOG_CLIENT_SECRET.'],
  [{ TBC_API_KEY: 'key' }, 'TBC_CLIENT_ID is needed with TBC_API_KEY.'],
  [{ ...bog, BOG_PUBLIC_KEY: 'nonsense' }, 'BOG_PUBLIC_KEY must be a public RSA key in PEM form.'],
  [{ ...bog, BOG_PUBLIC_KEY: ecPem }, 'BOG_PUBLIC_KEY must be a public RSA key in PEM form.'],
  [{ ...bog, BOG_CLIENT_ID: 'a\nb' }, 'BOG_CLIENT_ID must be one word without spaces.'],
  [{ BOG_API_URL: 'api.bog.ge' }, 'BOG_API_URL must be an address that begins with http:// or https://.'],
  [{ TBC_API_URL: 'ftp://api' }, 'TBC_API_URL must be an address that begins with http:// or https://.'],
  [{ TBC_METHODS: '5,card' }, 'TBC_METHODS must be numbers with commas between, such as 5,9,14.'],
  [{ BOG_METHODS: 'card;cash' }, 'BOG_METHODS must be words with commas between, such as card,apple_pay.'],
  [{ BOG_PAGE_HOSTS: 'https://bog.ge' }, 'BOG_PAGE_HOSTS must be host names with commas between, such as payment.bog.ge,.bog.ge.'],
  [{ TBC_PAGE_HOSTS: '.ge' }, 'TBC_PAGE_HOSTS must be host names with commas between, such as payment.bog.ge,.bog.ge.'],
  [{ NODE_ENV: 'production' }, 'PAYMENTS must be set in production: bog or tbc, or fake for a rehearsal without money.'],
  [
    { ...live, PUBLIC_URL: 'http://rkali.example', PAYMENTS: 'tbc', ...tbc },
    'PUBLIC_URL must begin with https:// with PAYMENTS=tbc: the bank calls back there.',
  ],
  [{ ...live, PAYMENTS: 'tbc', ...tbc, TBC_API_URL: 'http://api.tbcbank.ge' }, 'TBC_API_URL must begin with https:// in production.'],
])('%o is answered with one line', (source, line) => {
  expect(() => readEnv(source)).toThrow(new Error(line));
});
