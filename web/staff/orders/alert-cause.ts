import type { AlertView } from '#shared/staff/alerts.contract.ts';
import type { Right } from '#shared/staff/rights.ts';

/** The screen on which the cause of an alert is seen or mended, and the right that it needs. */
type AlertCause = { path: string; right: Right };

const BY_KIND = new Map<string, AlertCause>([
  ['payment_flagged', { path: 'sales/payments', right: 'money.read' }],
  ['door_silent', { path: 'tonight', right: 'door.run' }],
  ['door_tampered', { path: 'tonight', right: 'door.run' }],
  ['mails_stuck', { path: 'settings/email', right: 'mails.manage' }],
  ['backup_old', { path: 'settings/backups', right: 'security.read' }],
  ['data_inconsistent', { path: 'settings/backups', right: 'security.read' }],
  ['gifts_many', { path: 'settings/activity', right: 'audit.read' }],
  ['register_many', { path: 'settings/activity', right: 'audit.read' }],
]);

export const guestOf = ({ subject, detail }: AlertView): string | undefined =>
  subject === 'guests' ? /\bguest (\d+)/.exec(detail)?.[1] : /^guest (\d+)$/.exec(subject)?.[1];

export const eventOf = ({ subject }: AlertView): string | undefined => /^event (\d+)$/.exec(subject)?.[1];

/** Returns undefined for an alert about the server itself. */
export function causeOf(alert: AlertView): AlertCause | undefined {
  const { kind, orderId } = alert;
  if (orderId !== null) return { path: `sales/orders/${orderId}`, right: 'money.read' };
  const guest = guestOf(alert);
  if (guest !== undefined) return { path: `guests/${guest}`, right: 'guests.read' };
  const event = eventOf(alert);
  if (kind === 'publish_stopped' && event !== undefined) return { path: `events/${event}`, right: 'events.edit' };
  if (kind === 'bulk_refund_stuck' && event !== undefined) return { path: `sales/orders?event=${event}`, right: 'money.read' };
  return BY_KIND.get(kind);
}
