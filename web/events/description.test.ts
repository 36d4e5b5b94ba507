import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLinks } from './description.tsx';

const hrefs = (text: string) => findLinks(text).flatMap(({ href }) => (href === undefined ? [] : [href]));

test('an address in a sentence becomes a link without the full stop [§2.description]', () => {
  expect(findLinks('Listen first: https://soundcloud.com/deep-kura.')).toEqual([
    { text: 'Listen first: ' },
    { text: 'soundcloud.com/deep-kura', href: 'https://soundcloud.com/deep-kura' },
    { text: '.' },
  ]);
});

test.each([
  ['(see http://a.ge/b)', 'http://a.ge/b'],
  ['http://a.ge/wiki_(night)', 'http://a.ge/wiki_(night)'],
  ['„https://a.ge“', 'https://a.ge/'],
  ['www.a.ge!', 'https://www.a.ge/'],
  [
    'https://a.ge/ღამე?q=მტკვარი',
    'https://a.ge/%E1%83%A6%E1%83%90%E1%83%9B%E1%83%94?q=%E1%83%9B%E1%83%A2%E1%83%99%E1%83%95%E1%83%90%E1%83%A0%E1%83%98',
  ],
  ['https://ღამე.ge', 'https://xn--lodiu6b.ge/'],
  ['https://xn--lodiu6b.ge/a', 'https://xn--lodiu6b.ge/a'],
  ['https://a.ge/b...', 'https://a.ge/b'],
  ['https://a.ge/\u202Eegap', 'https://a.ge/'],
  ['https://a.ge/b\u200B', 'https://a.ge/b'],
  ['https://video.example/@name', 'https://video.example/@name'],
  ['HTTPS://A.GE/x', 'https://a.ge/x'],
  ['first\nhttps://a.ge/?q=1&r=2#s\nlast', 'https://a.ge/?q=1&r=2#s'],
])('%j leads to %j', (text, href) => {
  expect(hrefs(text)).toEqual([href]);
});

test.each([
  'javascript:alert(1)',
  'javascript:alert(1)//https://',
  'data:text/html,<script>alert(1)</script>',
  'ftp://a.ge/file',
  'https://bank.ge@evil.example/',
  'https://',
  'http://localhost/',
  'https://[broken',
  'xhttps://a.ge',
  '<a href="x">a</a>',
  'nino@example.com',
  'nino@www.example.com',
  'DATA:text/html;base64,PHNjcmlwdD4=',
  'vbscript:x',
  '//a.ge/x',
])('%j stays text', (text) => {
  expect(findLinks(text)).toEqual([{ text }]);
});

test('nothing of a text is lost but the beginning of an address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const pieces = findLinks(text);
      const written = text.replaceAll(/https?:\/\//gi, '');
      expect(
        pieces
          .map((piece) => piece.text)
          .join('')
          .replaceAll(/https?:\/\//gi, ''),
      ).toBe(written);
      for (const { href } of pieces)
        if (href !== undefined) expect(new URL(href)).toMatchObject({ protocol: expect.stringMatching(/^https?:$/), username: '' });
    }),
  );
});

test('hostile text of any length is read in one pass', () => {
  for (const text of [
    'https://a.ge/' + ')'.repeat(100_000),
    `https://a.ge/${')'.repeat(2000)} `.repeat(50),
    'www.'.repeat(50_000),
    'https://'.repeat(30_000),
    '.'.repeat(100_000),
  ])
    expect(
      findLinks(text)
        .map((piece) => piece.text)
        .join('').length,
    ).toBeGreaterThan(0);
});
