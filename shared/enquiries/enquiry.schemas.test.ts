import { expect, test } from 'vitest';
import type { z } from 'zod';
import { djForm as dj, rentalForm as rental } from '#tests/factories/enquiries.ts';
import { DjForm, RentalForm } from './enquiry.schemas.ts';
import { joinEnquiry } from './enquiry-fields.ts';

const problems = (schema: z.ZodType, form: unknown) =>
  schema.safeParse(form).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

test('a filled form passes, trimmed', () => {
  expect(RentalForm.parse({ ...rental, name: '  Nino ' })).toEqual(rental);
  expect(DjForm.parse(dj)).toEqual(dj);
});

test('invisible characters are nothing [§5.rental-form §5.dj-form]', () => {
  expect(problems(RentalForm, { ...rental, name: '\u200B', eventDescription: ' \u2060\n' })).toEqual([
    'name validation.name_required',
    'eventDescription validation.event_description_required',
  ]);
  expect(problems(DjForm, { ...dj, motivation: '\u200B\uFEFF' })).toEqual(['motivation validation.motivation_required']);
});

test('every field is required, spaces are nothing [§5.rental-form §5.dj-form]', () => {
  expect(problems(RentalForm, { name: ' ', email: '', eventDescription: '\n' })).toEqual([
    'name validation.name_required',
    'email validation.email_required',
    'email validation.invalid_email',
    'eventDescription validation.event_description_required',
  ]);
  expect(problems(DjForm, {})).toEqual([
    'fullName validation.full_name_required',
    'stageName validation.stage_name_required',
    'socialLink validation.social_link_required',
    'musicLink validation.music_link_required',
    'motivation validation.motivation_required',
  ]);
});

test.each(['nino', 'nino@', 'a@b.ge, c@d.ge', 'Nino <nino@example.com>', 'nino@example.com\nBcc: x@y.ge'])(
  '%j is no e-mail address [§5.rental-form]',
  (email) => {
    expect(problems(RentalForm, { ...rental, email })).toEqual(['email validation.invalid_email']);
  },
);

test.each(['ana', 'javascript:alert(1)', 'music.example', 'https://'])('%j is no link [§5.dj-form]', (link) => {
  expect(problems(DjForm, { ...dj, socialLink: link })).toEqual(['socialLink validation.social_media_format']);
  expect(problems(DjForm, { ...dj, musicLink: link })).toEqual(['musicLink validation.link_format']);
});

test('links are taken as people write them and sent whole [§5.dj-form]', () => {
  const written = { ...dj, socialLink: ' instagram.com/ana ', musicLink: 'soundcloud.com/ana' };
  const whole = { ...dj, socialLink: 'https://instagram.com/ana', musicLink: 'https://soundcloud.com/ana' };
  expect(DjForm.parse(written)).toEqual(whole);
  expect(DjForm.parse({ ...dj, socialLink: '@ana' })).toEqual({ ...dj, socialLink: 'https://www.instagram.com/ana' });
});

test('a name alone does not say on which platform the music is', () => {
  expect(problems(DjForm, { ...dj, musicLink: '@ana' })).toEqual(['musicLink validation.link_format']);
});

test('the longest forms, full of bars, still fit the call', () => {
  const [line, message] = ['|'.repeat(200), '|'.repeat(3000)];
  const link = `a.ge/${'|'.repeat(295)}`;
  const longestDj = DjForm.parse({ fullName: line, stageName: line, socialLink: link, musicLink: link, motivation: message });
  expect(joinEnquiry('dj', longestDj).length).toBeLessThanOrEqual(10_000);
  expect(problems(DjForm, { ...dj, motivation: `${message}|` })).toEqual(['motivation validation.too_long']);
});
