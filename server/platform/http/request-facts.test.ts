import { expect, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
import { canonicalPath, checkCharacters, decodedPath } from './request-facts.ts';

test.each([
  ['/Events/7', '/events/7'],
  ['/Events/7///?x=1', '/events/7'],
  ['/%45vents/%37', '/events/7'],
  ['/%65%76%65nts/7%2f', '/events/7%2f'],
  ['/Events/7%3Fx', '/events/7%3fx'],
  ['/%2545vents/7', '/%2545vents/7'],
  ['/%E1%83%A6%E1%83%90%E1%83%9B%E1%83%94', '/ღამე'],
  ['/Events/%ff', '/events/%ff'],
  ['/', '/'],
  ['///', '/'],
  ['', ''],
])('%s is compared as %s', (url, path) => {
  expect(canonicalPath(url)).toBe(path);
});

test('an address that cannot be decoded has no decoded path', () => {
  expect(decodedPath('/Events/%ff')).toBeUndefined();
  expect(decodedPath('/Events/%')).toBeUndefined();
  expect(decodedPath('/%45vents/7/')).toBe('/Events/7');
});

test.each(['/', '//a', '%', '%41', '%25', 'é'])('100,000 times %j is read', (part) => {
  const hostile = `/${part.repeat(100_000)}`;
  expect(canonicalPath(`${hostile}/x`).endsWith('/x')).toBe(true);
  expect(canonicalPath(hostile).length).toBeLessThanOrEqual(hostile.length);
});

test('a path of slashes costs no more than its length: by requests, too', async () => {
  const { url } = await startTestApp();
  expect(canonicalPath(`${'/'.repeat(1_000_000)}a/`)).toBe(`${'/'.repeat(1_000_000)}a`);
  for (const path of [`${'/'.repeat(15_000)}a/`, `/api${'/'.repeat(15_000)}a/`, `/${'%41'.repeat(5_000)}/`]) {
    const response = await fetch(url + path);
    expect(response.status).toBe(404);
  }
});

test.each(['\u0000', 'a\u0007b', '\u007f', '\u0085', '\ud800', 'x\udc00'])('%j is refused wherever it stands', (text) => {
  for (const input of [text, [text], { name: text }, { [text]: 1 }, { a: [{ b: text }] }])
    expect(() => checkCharacters(input)).toThrow('invalid_characters');
});

test('line breaks, tabs, Georgian and emoji pass', () => {
  expect(() => checkCharacters({ text: 'ღამე\n\tRkali 🎛️', list: [1, null, true] })).not.toThrow();
});

test('a very deep input is refused instead of overflowing the stack', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 5_000; level += 1) deep = [deep];
  expect(() => checkCharacters(deep)).toThrow('invalid_input');
});
