import { expect, test } from 'vitest';
import { deviceName } from './devices.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0';

test.each([
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${CHROME} Mobile Safari/537.36`, 'Chrome · Android'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/129.0.0.0`, 'Microsoft Edge · Windows'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox · Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari · iOS',
  ],
])('%s is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

test.each([null, '', 'node', 'curl/8.0', '<script>alert(1)</script>'])('%s has no name', (userAgent) => {
  expect(deviceName(userAgent)).toBeNull();
});
