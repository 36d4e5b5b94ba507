import type { Pool } from 'pg';
import { DEFAULT_TIME_ZONE } from '#shared/dates.ts';
import type { WholeApi } from '#shared/staff-api.ts';
import { numberOf } from './guests.ts';

/** A list of the console. */
type ListCall = { name: string; ask: (api: WholeApi) => Promise<unknown> };

const call = (name: string, ask: ListCall['ask']): ListCall => ({ name, ask });

/** Every list of the console: its first page, a page far down, and each search or filter with a common, a rare and an absent word. */
export const listCalls = (places: Places): ListCall[] => [
  ...guests(places),
  ...orders(places),
  ...money(places),
  ...events(places),
  ...desk(places),
  ...commandBar(places),
];

/** Everything that the command bar finds, with words that many, few and no rows have. */
function commandBar({ order, ticket, bankOrder, guestEmail }: Places): ListCall[] {
  const searches = {
    'an order': String(order),
    'a ticket': String(ticket),
    'a number of the bank': bankOrder,
    'a common name': 'nino',
    'a rare name': 'orbeliani',
    'a rare name in Georgian letters': 'ორბელიანი',
    'a whole mail': guestEmail,
    'a phone': '550 370 000',
    'an event': 'Night 77',
    'two letters nobody has': 'xq',
    'a name nobody has': 'zzyzx',
  };
  return Object.entries(searches).map(([what, search]) =>
    call(`command bar, ${what}`, (api) => api.staffSearch.find({ body: { search } })),
  );
}

function guests({ guest, guestEmail, deep }: Places): ListCall[] {
  const searched = (what: string, search: string) => call(`guests, ${what}`, (api) => api.guests.find({ body: { search } }));
  return [
    call('guests', (api) => api.guests.list({})),
    call('guests, far down', (api) => api.guests.list({ before: deep.guests })),
    call('guests, rejected', (api) => api.guests.list({ status: 'Rejected' })),
    searched('a common name', 'nino'),
    searched('the same in Georgian letters', 'ნინო'),
    call('guests, a common name, far down', (api) => api.guests.find({ body: { search: 'nino', before: deep.guests } })),
    call('guests, a common name, rejected', (api) => api.guests.find({ body: { search: 'nino', status: 'Rejected' } })),
    searched('a rare name', 'orbeliani'),
    searched('a rare name in Georgian letters', 'ორბელიანი'),
    searched('part of a rare name', 'rbelia'),
    searched('part of one in Georgian letters', 'რბელია'),
    searched('last name first', 'Orbeliani Irakli'),
    searched('two letters', 'ni'),
    searched('two letters nobody has', 'xq'),
    searched('a whole mail', guestEmail),
    searched('a phone with its country', '+995 550 37 00 00'),
    searched('a phone without', '550 370 000'),
    searched('an exact personal number', numberOf(500)),
    searched('a name nobody has', 'zzyzx'),
    searched('Georgian letters nobody has', 'ჭჭუჭყ'),
    searched('letters of another script', 'иван'),
    call('guest', (api) => api.guests.get({ id: guest })),
    call('desk, waiting', (api) => api.guests.queue({ status: 'Pending' })),
    call('desk, waiting, far down', (api) => api.guests.queue({ status: 'Pending', before: deep.waiting })),
    call('desk, verified', (api) => api.guests.queue({ status: 'Verified' })),
    call('desk, counts', (api) => api.guests.counts()),
    call('known guests', (api) => api.knownGuests.list({})),
    call('team', (api) => api.staffTeam.list()),
    call('security events', (api) => api.staffSecurity.events({})),
    call('security events, a rare kind', (api) => api.staffSecurity.events({ kind: 'ban_lifted' })),
    call('security events of staff', (api) => api.staffSecurity.events({ ofStaff: 'true' })),
  ];
}

function orders({ event, order, ticket, bankOrder, guestEmail, day, oldDay, deep }: Places): ListCall[] {
  const list = (what: string, input: Parameters<WholeApi['staffOrders']['list']>[0]) =>
    call(`orders, ${what}`, (api) => api.staffOrders.list(input));
  const found = (what: string, body: Parameters<WholeApi['staffOrders']['find']>[0]['body']) =>
    call(`orders, ${what}`, (api) => api.staffOrders.find({ body }));
  return [
    list('all', {}),
    list('far down', { before: deep.orders }),
    list('failed', { state: 'failed' }),
    list('refunded, far down', { state: 'refunded', before: deep.orders }),
    list('flagged', { isFlagged: true }),
    list('of a night', { eventId: event }),
    list('of a night, failed', { eventId: event, state: 'failed' }),
    list('of a late day', { day }),
    list('of an early day', { day: oldDay }),
    list('of a day without any', { day: '2001-01-01' }),
    found('by its number', { search: String(order) }),
    found('by the number of a ticket', { search: String(ticket) }),
    found('by the number of the bank', { search: bankOrder }),
    found('of a common name', { search: 'nino' }),
    found('of a common name, far down', { search: 'nino', before: deep.orders }),
    found('of a common name, refunded', { search: 'nino', state: 'refunded' }),
    found('of a rare name', { search: 'orbeliani' }),
    found('of a rare name in Georgian letters', { search: 'ორბელიანი' }),
    found('of a mail', { search: guestEmail }),
    found('of two letters nobody has', { search: 'xq' }),
    found('of a name nobody has', { search: 'zzyzx' }),
    call('order', (api) => api.staffMoney.order({ id: order })),
    call('order, timeline', (api) => api.staffOrders.timeline({ id: order })),
  ];
}

function money({ event, oldDay, deep }: Places): ListCall[] {
  return [
    call('reports by business night', (api) => api.staffReports.days({ by: 'night' })),
    call('reports by day', (api) => api.staffReports.days({ by: 'day' })),
    call('reports by day, far down', (api) => api.staffReports.days({ by: 'night', before: oldDay })),
    call('reports of two months of days', (api) => api.staffReports.days({ by: 'day', limit: 62 })),
    call('file of days, first bytes', (api) => api.staffReports.daysFile({ by: 'night' })),
    call('orders file of a night, first bytes', (api) => api.staffOrders.ordersFile({ id: event })),
    call('guests file of a night, first bytes', (api) => api.staffOrders.guestsFile({ id: event })),
    call('reports of a season, by month', (api) => api.staffReports.months({})),
    call('reports of all seasons', (api) => api.staffReports.seasons()),
    call('file of all seasons, first bytes', (api) => api.staffReports.monthsFile({})),
    call('reports of a year', (api) => api.staffReports.season({})),
    call('reports of one event in the list', (api) => api.staffReports.events({ events: String(event) })),
    call('report of an event', (api) => api.staffReports.event({ id: event })),
    call('reports file, first bytes', (api) => api.staffReports.file({})),
    call('door sheet of a night', (api) => api.staffOrders.doorSheet({ id: event })),
    call('alerts', (api) => api.alertInbox.list({})),
    call('alerts, far down', (api) => api.alertInbox.list({ before: deep.alerts })),
    call('refund of a night', (api) => api.staffMoney.eventRefund({ id: event })),
  ];
}

function events({ event, day, deep }: Places): ListCall[] {
  return [
    call('nights to come', (api) => api.staffEvents.list({ show: 'upcoming' })),
    call('past nights', (api) => api.staffEvents.list({ show: 'past' })),
    call('past nights, far down', (api) => api.staffEvents.list({ show: 'past', before: deep.events })),
    call('drafts', (api) => api.staffEvents.list({ show: 'drafts' })),
    call('past nights, by name', (api) => api.staffEvents.list({ show: 'past', search: 'ght 77' })),
    call('past nights, a name none has', (api) => api.staffEvents.list({ show: 'past', search: 'zzyzx' })),
    call('night', (api) => api.staffEvents.get({ id: event })),
    call('warnings of a night', (api) => api.staffEvents.warnings({ id: event })),
    call('holders of a night', (api) => api.staffEvents.holders({ id: event })),
    call('a usual night', (api) => api.staffEvents.usual()),
    call('warnings of copies', (api) => api.staffEvents.copyWarnings({ id: event, days: day, lineUp: true })),
    call('free days after a night', (api) => api.staffEvents.freeDays({ id: event, count: 12 })),
    call('ticketTypes', (api) => api.staffTicketTypes.list({ id: event })),
    call('the waitlist', (api) => api.staffWaitlist.list({ id: event })),
    call('the code of the door sale', (api) => api.staffDoorSale.code({ id: event })),
    call('messages to holders', (api) => api.staffAnnouncements.list({ id: event })),
    call('newsletters', (api) => api.staffNewsletter.list({})),
    call('promoters', (api) => api.staffPromoters.list({})),
    call('nights of a promoter', (api) => api.staffPromoters.events({ id: 1 })),
    call('promoters file, first bytes', (api) => api.staffPromoters.file({})),
    call('codes', (api) => api.staffPromoCodes.list({ id: event })),
    call('given away', (api) => api.staffTicketTypes.given({ id: event })),
    call('lists of a door', (api) => api.staffLists.list({ id: event })),
    call('passes of a door', (api) => api.staffScannerDevices.list({ eventId: event })),
    call('tonight', (api) => api.staffTonight.show({})),
    call('tonight, the last one sold', (api) => api.staffTonight.show({ eventId: event })),
    call('the decisions of a night', (api) => api.staffTonight.decisions({ body: { eventId: event, search: '' } })),
    call('a decision by name', (api) => api.staffTonight.decisions({ body: { eventId: event, search: 'nino' } })),
    call('the minutes of a night', (api) => api.staffTonight.minutes({ eventId: event })),
  ];
}

function desk({ enquiry, day, deep }: Places): ListCall[] {
  const entries = (what: string, input: Parameters<WholeApi['staffAudit']['entries']>[0]) =>
    call(`audit, ${what}`, (api) => api.staffAudit.entries(input));
  return [
    call('demo nights', (api) => api.staffDemo.get()),
    call('own mails', (api) => api.staffNotifications.get()),
    entries('all', {}),
    entries('far down', { before: deep.entries }),
    entries('of one of the staff', { staffId: 3 }),
    entries('a common action', { action: 'guest.status' }),
    entries('a rare action', { action: 'picture.upload' }),
    entries('a rare action of one of the staff', { action: 'picture.upload', staffId: 4 }),
    entries('an action nobody took', { action: 'picture.eaten' }),
    entries('about one guest', { subject: 'guest 7' }),
    entries('about guests', { subject: 'guest' }),
    entries('about pictures', { subject: 'picture' }),
    entries('about what is not there', { subject: 'unicorn' }),
    entries('a late day', { day }),
    entries('an early day', { day: '2023-06-01' }),
    entries('a day without any', { day: '2001-01-01' }),
    call('audit, choices', (api) => api.staffAudit.choices()),
    call('enquiries', (api) => api.staffEnquiries.list({})),
    call('enquiries, far down', (api) => api.staffEnquiries.list({ before: deep.enquiries })),
    call('enquiries, new rentals', (api) => api.staffEnquiries.list({ kind: 'rental', state: 'new' })),
    call('enquiries, a common word', (api) => api.staffEnquiries.find({ body: { search: 'light' } })),
    call('enquiries, a rare word', (api) => api.staffEnquiries.find({ body: { search: 'orbeliani' } })),
    call('enquiries, a rare word in Georgian', (api) => api.staffEnquiries.find({ body: { search: 'ქორწილი' } })),
    call('enquiries, a word none has', (api) => api.staffEnquiries.find({ body: { search: 'zzyzx' } })),
    call('enquiries, counts', (api) => api.staffEnquiries.counts()),
    call('enquiry', (api) => api.staffEnquiries.one({ id: enquiry })),
    call('failed mails', (api) => api.staffMails.list({})),
    call('failed mails, far down', (api) => api.staffMails.list({ before: deep.mails })),
    call('waiting mails', (api) => api.staffMails.list({ state: 'queued' })),
    call('start', (api) => api.staffStart.get()),
    call('pictures', (api) => api.staffGallery.list({ album: 'gallery' })),
    call('site texts', (api) => api.siteTexts.list()),
    call('words, versions', (api) => api.siteTexts.versions({ key: 'about.text', language: 'en' })),
    call('words, versions, far down', (api) => api.siteTexts.versions({ key: 'about.text', language: 'en', before: 100 })),
  ];
}

/** Ids and keys of existing rows for the calls. */
export type Places = Awaited<ReturnType<typeof findPlaces>>;

/** `deep`: a key nine tenths down a list that is sorted newest first. */
export async function findPlaces(database: Pool) {
  const { rows } = await database.query<{ [name in (typeof names)[number]]: string }>(
    `select ${names.map((name) => `(${queries[name]})::text as "${name}"`).join(', ')}`,
  );
  const [row] = rows;
  if (!row) throw new Error('A select of values returned no row.');
  const number = (name: keyof typeof row) => Number(row[name]);
  return {
    event: number('event'),
    order: number('order'),
    ticket: number('ticket'),
    bankOrder: row.bankOrder,
    guest: number('guest'),
    guestEmail: row.guestEmail,
    day: row.day,
    oldDay: row.oldDay,
    enquiry: number('enquiry'),
    deep: {
      guests: number('deepGuests'),
      waiting: number('deepWaiting'),
      events: number('deepEvents'),
      orders: number('deepOrders'),
      entries: number('deepEntries'),
      enquiries: number('deepEnquiries'),
      mails: number('deepMails'),
      alerts: number('deepAlerts'),
    },
  };
}

const someOrder = `select max(id) - 5 from orders`;
const queries = {
  event: 'select max(id) from events where sold_or_reserved > 0 and ends_at < now()',
  order: `select id from orders where state = 'paid' and id < (${someOrder}) and kind = 'sale' order by id desc limit 1`,
  ticket: 'select max(id) from tickets',
  bankOrder: `select provider_order_id from payments where order_id < (${someOrder}) order by id desc limit 1`,
  guest: `select user_id from tickets where used_at is not null order by id limit 1`,
  guestEmail: `select email from users where id = (select max(id) / 2 from users)`,
  day: `select (max(created_at) at time zone '${DEFAULT_TIME_ZONE}')::date from orders`,
  oldDay: `select (max(created_at) at time zone '${DEFAULT_TIME_ZONE}')::date from orders where id < (select max(id) / 10 from orders)`,
  enquiry: 'select max(id) / 2 from enquiries',
  deepGuests: 'select max(id) / 10 from users',
  deepWaiting: `select max(id) * 9 / 10 from users`,
  deepEvents: `select id from events where id = (select max(id) / 10 from events)`,
  deepOrders: 'select max(id) / 10 from orders',
  deepEntries: 'select max(id) / 10 from audit_entries',
  deepEnquiries: 'select max(id) / 10 from enquiries',
  deepAlerts: 'select max(id) / 10 from alerts',
  deepMails: `select min(id) + 100 from mails where state <> 'sent'`,
} as const;
const names = Object.keys(queries).filter((name): name is keyof typeof queries => name in queries);
