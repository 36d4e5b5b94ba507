import { expect, test } from 'vitest';
import { loadTexts } from '#server/content/site-texts/shown-site.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

const EARLY = { name: 'ადრეული', nameLat: 'Early', price: 25, allocation: 100 };
const LATER = { name: 'შემდეგი', nameLat: 'Later', price: null, allocation: 50 };

async function openClub() {
  const app = await startTestApp();
  const { accessToken } = await createAdmin(app.ctx);
  const api = app.api(accessToken);
  const write = async (key: string, value: string) => {
    await api.siteTexts.save({ body: { changes: [{ key, language: 'all', value, version: 0 }] } });
    await loadTexts(app.ctx);
  };
  return { app, api, write };
}

const fields = {
  name: 'ღამე',
  nameLat: 'Night',
  description: '',
  descriptionLat: '',
  dressCode: '',
  dressCodeLat: '',
  day: '2026-12-04',
  from: '23:00',
  until: '07:00',
  capacity: 400,
  ticketsPerPerson: 4,
  isComingSoon: false,
};

test('a new event begins with the club’s standard values until staff edit them', async () => {
  const { api, write } = await openClub();
  expect(await api.staffEvents.usual()).toEqual({
    days: ['friday', 'saturday'],
    from: '23:00',
    until: '07:00',
    capacity: 400,
    ticketsPerPerson: 4,
    verifiedOnly: false,
    namesRequired: false,
    ticketTypes: [],
  });
  await write('club:opening', 'thursday 22 5.30');
  await write('club:capacity', '650');
  await write('club:places', '2');
  await write('club:verified', 'yes');
  await write('club:ticketTypes', ' Early | ადრეული | 25.00 | 100 \n|||\nLater|შემდეგი||50');
  expect(await api.staffEvents.usual()).toEqual({
    days: ['thursday'],
    from: '22:00',
    until: '05:30',
    capacity: 650,
    ticketsPerPerson: 2,
    verifiedOnly: true,
    namesRequired: false,
    ticketTypes: [EARLY, LATER],
  });
});

test('what new events begin with is no part of public pages', async () => {
  const { app, write } = await openClub();
  await write('club:ticketTypes', 'Secret early|ადრეული|25|100');
  const guest = await createUser(app.ctx);
  await expect(app.api(guest.accessToken).staffEvents.usual()).rejects.toMatchObject({ status: 403 });
  await expect(app.api().staffEvents.usual()).rejects.toMatchObject({ status: 401 });
});

test.each([
  ['no name', '|ადრეული|25|100', 'ticket_type_name_required'],
  ['no Georgian name', 'Early||25|100', 'ticket_type_name_required'],
  ['no price', 'Early|ადრეული|cheap|100', 'price_format'],
  ['a price below nothing', 'Early|ადრეული|-5|100', 'price_format'],
  ['no allocation', 'Early|ადრეული|25|', 'allocation_format'],
  ['half a place', 'Early|ადრეული|25|1.5', 'allocation_format'],
  ['too many of them', Array.from({ length: 11 }, () => 'Early|ადრეული|25|100').join('\n'), 'too_long'],
])('a ready ticket type with %s is refused', async (_what, value, reason) => {
  const { write } = await openClub();
  await expect(write('club:ticketTypes', value)).rejects.toMatchObject({
    status: 422,
    body: { errors: { 'club:ticketTypes all': `validation.${reason}` } },
  });
  await expect(write('club:verified', 'maybe')).rejects.toMatchObject({ status: 422 });
});

test('an event is created with its ticket types in their order, for verified guests, and sells at once', async () => {
  const { app, api } = await openClub();
  const none = { onSaleFrom: null, onSaleUntil: null };
  const ticketTypes = [EARLY, LATER].map((ticketType) => ({ ...ticketType, ...none }));
  const { id } = await api.staffEvents.create({ body: { ...fields, verifiedOnly: true, ticketTypes, publish: true } });
  expect((await api.staffTicketTypes.list({ id })).ticketTypes).toMatchObject([EARLY, LATER]);
  const seen = await app.api().events.get({ id });
  expect([seen.isVerifiedOnly, seen.baskets.map(({ nameLat }) => nameLat)]).toEqual([true, ['Early', 'Later']]);
});

test('without a price nothing is on sale, which is asked about', async () => {
  const { api } = await openClub();
  const ticketTypes = [{ ...LATER, onSaleFrom: null, onSaleUntil: null }];
  await expect(api.staffEvents.create({ body: { ...fields, ticketTypes, publish: true } })).rejects.toMatchObject({
    body: { code: 'night_to_confirm', params: { warnings: 'nothing_on_sale' } },
  });
  const plan = { day: fields.day, from: fields.from, until: fields.until };
  expect((await api.staffEvents.warnings(plan)).warnings).toMatchObject([{ code: 'nothing_on_sale' }]);
  expect((await api.staffEvents.warnings({ ...plan, isSelling: true })).warnings).toEqual([]);
  const { items } = await api.staffEvents.list({ show: 'drafts' });
  expect(items).toEqual([]);
});
