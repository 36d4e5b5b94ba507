import { expect, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { users } from './accounts.table.ts';

const form = {
  firstName: 'Nino',
  lastName: 'Beridze',
  password: 'Night-Guest-1',
  confirmPassword: 'Night-Guest-1',
  phoneNumber: '+995 555 12-34-56',
  birthdate: '1998-04-12',
  socialMediaProfileLink: 'https://www.instagram.com/nino/',
  socialMediaPlatform: 'instagram',
  socialMediaUsername: 'nino',
};

test('unicode digits, spaces and letter case make no second person of a personal number', async () => {
  const app = await startTestApp();
  const statusOf = async (index: number, country: string, personalNumber: string) => {
    const body = { ...form, email: `guest-${index}@example.com`, country, personalNumber };
    return (await rawCall(app.url, '/api/auth/register', { body })).status;
  };
  const spellings = [
    ['01024012345', 200],
    ['  01024012345\u00a0\t', 200],
    ['０１０２４０１２３４５', 422],
    ['٠١٠٢٤٠١٢٣٤٥', 422],
    ['010240 12345', 422],
    ['01024012345\u200b', 422],
    ['010-24012345', 422],
    ['A1024012345', 422],
    ['a1024012345', 422],
  ] as const;
  let index = 0;
  for (const country of ['Georgia', 'Germany'])
    for (const [personalNumber, status] of spellings) {
      index += 1;
      expect([country, personalNumber, await statusOf(index, country, personalNumber)]).toEqual([country, personalNumber, status]);
    }
  const people = await app.ctx.db.select({ digest: users.personalNumberDigest }).from(users);
  expect([people.length, new Set(people.map(({ digest }) => digest)).size]).toEqual([4, 1]);
});
