import type { Language } from '#shared/constants.ts';
import { fullName } from '#shared/accounts/account-rules.ts';
import { dateText, type TranslateDate } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import type { Right } from '#shared/staff/rights.ts';
import type { SearchView } from '#shared/staff/search.contract.ts';
import { staffPath } from '#web/staff/staff-api.ts';

/** What the bar offers: a place to go to. */
export type Choice = { key: string; name: string; note?: string; to: string };

/**
 * Commands besides the places, each with the right for the screen on which it begins, and the one for the command if it is another. They
 * are also found by the words that newcomers use (`command_bar.synonyms`).
 */
const COMMANDS = [
  { key: 'create_event', to: staffPath('events/new'), right: 'events.edit' },
  { key: 'change_event', to: staffPath('events'), right: 'events.edit' },
  { key: 'see_attendance', to: `${staffPath('events')}?show=past`, right: 'events.edit', also: 'door.run' },
  { key: 'verify_guests', to: staffPath('guests/verification'), right: 'guests.decide' },
  { key: 'change_email', to: staffPath('guests'), right: 'guests.read', also: 'guests.decide' },
  { key: 'refund', to: `${staffPath('sales/orders')}?state=paid`, right: 'money.read', also: 'money.refund' },
  { key: 'failed_payments', to: `${staffPath('sales/orders')}?state=failed`, right: 'money.read' },
  { key: 'undo_admission', to: staffPath('tonight'), right: 'door.run' },
  { key: 'pair_scanner_device', to: staffPath('tonight#doors'), right: 'door.run' },
  { key: 'scan', to: paths.scanner, right: 'door.run' },
  { key: 'add_promoter', to: staffPath('sales/promoters'), right: 'money.read', also: 'events.edit' },
  { key: 'see_commission', to: staffPath('sales/promoters'), right: 'money.read' },
  { key: 'invite', to: staffPath('settings/team'), right: 'roles.manage' },
  { key: 'change_hours', to: staffPath('settings/club'), right: 'content.edit' },
  { key: 'see_changes', to: staffPath('settings/activity'), right: 'audit.read' },
  { key: 'view_site', to: paths.home, right: 'console.open' },
] as const satisfies readonly { key: string; to: string; right: Right; also?: Right }[];

type May = (right: Right) => boolean;

export const commandsFor = (may: May) => COMMANDS.filter((command) => may(command.right) && (!('also' in command) || may(command.also)));
type Show = { language: Language; t: TranslateDate; may: May };

/** Who may not edit an event sees its figures, or its door. */
function eventPath(id: number, may: May): string {
  if (may('events.edit')) return staffPath(`events/${id}`);
  return staffPath(may('money.read') ? `sales/reports/${id}` : `tonight?event=${id}`);
}

export const eventChoices = ({ events }: SearchView, { language, t, may }: Show): Choice[] =>
  events.map(({ id, name, nameLat, startDate }) => ({
    key: `event-${id}`,
    name: language === 'ka' ? name : nameLat,
    note: dateText(startDate, language, t),
    to: eventPath(id, may),
  }));

export const guestChoices = ({ guests }: SearchView): Choice[] =>
  guests.map((guest) => ({ key: `guest-${guest.id}`, name: fullName(guest), note: guest.email, to: staffPath(`guests/${guest.id}`) }));

export const orderChoices = ({ orders }: SearchView, { language }: Pick<Show, 'language'>): Choice[] =>
  orders.map(({ id, guest, ...order }) => ({
    key: `order-${id}`,
    name: `${id} · ${fullName(guest)}`,
    note: order.nights.map(({ name, nameLat }) => (language === 'ka' ? name : nameLat)).join(', '),
    to: staffPath(`sales/orders/${id}`),
  }));

export const ticketChoices = ({ tickets }: SearchView, { language }: Pick<Show, 'language'>): Choice[] =>
  tickets.map(({ id, orderId, event, holder }) => ({
    key: `ticket-${id}`,
    name: `${id} · ${fullName(holder)}`,
    note: language === 'ka' ? event.name : event.nameLat,
    to: staffPath(`sales/orders/${orderId}`),
  }));
