import { expect, test } from 'vitest';
import { readSocialLink } from './social-link.ts';

test.each([
  ['https://instagram.com/nino', 'https://instagram.com/nino'],
  [' http://nino.example/me?x=1#top ', 'http://nino.example/me?x=1#top'],
  ['ftp://files.example.com/nino', 'ftp://files.example.com/nino'],
  ['http://192.168.1.1:8080/nino', 'http://192.168.1.1:8080/nino'],
  ['@giorgi.m', 'https://www.instagram.com/giorgi.m'],
  ['@n', 'https://www.instagram.com/n'],
  ['instagram.com/nino', 'https://instagram.com/nino'],
  ['www.facebook.com/nino', 'https://www.facebook.com/nino'],
  ['t.me/nino', 'https://t.me/nino'],
  ['nino.example/about', 'https://nino.example/about'],
])('%j is read as %j', (text, link) => {
  expect(readSocialLink(text)).toBe(link);
});

test.each([
  ['', ' ', 'nino', 'nino.beridze', '@', '@nino beridze', '@.nino', '@nino.', '@nino/x', `@${'n'.repeat(31)}`],
  ['javascript:alert(1)', 'javascript://x.com/%0aalert(1)', 'mailto:a@example.com', 'data:text/html,x', '//instagram.com/nino', '/nino'],
  ['https://localhost/nino', 'localhost/nino', 'https://nino/x', 'https://nino:word@instagram.com/nino', 'nino@instagram.com/nino'],
  ['https://instagram.com/"nino"', "https://instagram.com/'nino'", 'instagram.com/`nino`', 'instagram.com/<nino>', 'instagram.com\\nino'],
  [
    'https://instagram.com/ni no',
    'instagram.com/ni\tno',
    'instagram.com/ni\u0000no',
    'instagram.com/ni\u202Eno',
    'instagram.com/ni\u00ADno',
  ],
])('what cannot be clicked safely is no link: %j, %j …', (...texts) => {
  expect(texts.map(readSocialLink)).toEqual(texts.map(() => undefined));
});
