import { expect, test } from 'vitest';
import { readCredentials, signedText, writeCredentials } from './signed-call.ts';

const credentials = {
  scannerDeviceId: '2f1e0b3a-7c5d-4e6f-8a9b-0c1d2e3f4a5b',
  time: 1_795_488_000_000,
  nonce: 'AbCdEfGhIjKlMnOpQrSt-_',
  signature: 'x'.repeat(86),
};

test('the header of a scanner device reads as it was written', () => {
  expect(readCredentials(writeCredentials(credentials))).toEqual(credentials);
});

test('any other header is none of a scanner device', () => {
  const header = writeCredentials(credentials);
  const others = [undefined, '', 'Bearer abc', `${header},`, ` ${header}`, header.replace('Door', 'door'), header.slice(0, -1)];
  for (const other of [...others, header.replace('time=', 'time=-'), header.replace('-7c5d-', '-7C5D-')])
    expect(readCredentials(other)).toBeUndefined();
});

test('a change of any part changes what is signed', () => {
  const call = { ...credentials, method: 'POST', url: '/api/door/scans', bodyHash: 'b'.repeat(43) };
  const texts = [
    call,
    { ...call, scannerDeviceId: credentials.scannerDeviceId.replace('2f', '3f') },
    { ...call, time: call.time + 1 },
    { ...call, nonce: call.nonce.toLowerCase() },
    { ...call, method: 'GET' },
    { ...call, url: '/api/door/scans?x=1' },
    { ...call, bodyHash: 'c'.repeat(43) },
  ].map(signedText);
  expect(new Set(texts).size).toBe(texts.length);
});
