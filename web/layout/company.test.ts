import { expect, test } from 'vitest';
import { socialName } from './company.tsx';

test.each([
  ['https://www.instagram.com/name', 'Instagram'],
  ['https://soundcloud.com/name', 'SoundCloud'],
  ['https://ra.co/clubs/1', 'Resident Advisor'],
  ['https://m.facebook.com/name', 'Facebook'],
])('%s is called %s', (link, name) => {
  expect(socialName(link)).toBe(name);
});
