import { expect, test } from 'vitest';
import { socialMediaOf } from './social-media.ts';

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
