import { expect, test } from 'vitest';
import { readSocialLink, socialMediaOf } from './social-media.ts';

test.each([
  ['https://www.instagram.com/nino.b/?igsh=abc', 'instagram', 'nino.b'],
  ['https://instagram.com/nino', 'instagram', 'nino'],
  ['https://m.facebook.com/nino.beridze.5', 'facebook', 'nino.beridze.5'],
  ['https://ka-ge.facebook.com/profile.php?id=100012345678901', 'facebook', '100012345678901'],
  ['https://www.tiktok.com/@nino', 'tiktok', 'nino'],
  ['https://twitter.com/nino', 'x', 'nino'],
  ['https://ge.linkedin.com/in/nino-beridze/', 'linkedin', 'nino-beridze'],
  ['https://www.youtube.com/channel/UC123', 'youtube', 'UC123'],
  ['https://t.me/nino', 'telegram', 'nino'],
  ['https://soundcloud.com/nino/sets/spring', 'soundcloud', 'nino'],
])('%s is %s of %s', (link, platform, username) => {
  expect(socialMediaOf(link)).toEqual({ platform, username });
});

test('an unknown site is named by its host [§3.storage]', () => {
  expect(socialMediaOf('https://www.nino.example/about')).toEqual({ platform: 'nino.example', username: 'about' });
});

test('a link that names nobody has no username', () => {
  expect(socialMediaOf('https://instagram.com/')).toEqual({ platform: 'instagram', username: null });
  expect(socialMediaOf('https://facebook.com/profile.php')).toEqual({ platform: 'facebook', username: null });
  expect(socialMediaOf('nino')).toEqual({ platform: null, username: null });
});

test('names are read as people write them, but never as control characters', () => {
  expect(socialMediaOf('https://t.me/%E1%83%9C%E1%83%98%E1%83%9C%E1%83%9D').username).toBe('ნინო');
  expect(socialMediaOf('https://t.me/a%00b').username).toBe('a%00b');
  expect(socialMediaOf('https://t.me/100%').username).toBe('100%');
});

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
