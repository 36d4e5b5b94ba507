import { expect, test } from 'vitest';
import { ALERT_KINDS, type AlertView } from '#shared/staff/alerts.contract.ts';
import { matchPath } from 'react-router';
import { sections } from '#web/staff/sections.ts';
import { causeOf } from './alert-cause.ts';

const alertOf = (kind: string, subject: string, part: Partial<AlertView> = {}): AlertView => ({
  id: 1,
  kind,
  subject,
  orderId: null,
  detail: '',
  params: {},
  createdAt: '2026-11-20T12:00:00Z',
  ...part,
});

test('an alert leads to where its cause is', () => {
  const cases = [
    [alertOf('payment_flagged', 'payment 3', { orderId: 12 }), 'sales/orders/12'],
    [alertOf('payment_flagged', 'payment 3'), 'sales/payments'],
    [alertOf('session_reused', 'guests', { detail: 'A token of guest 7 came back.' }), 'guests/7'],
    [alertOf('email_change_stopped', 'guest 8'), 'guests/8'],
    [alertOf('publish_stopped', 'event 5'), 'events/5'],
    [alertOf('bulk_refund_stuck', 'event 5'), 'sales/orders?event=5'],
    [alertOf('door_silent', 'pass 4'), 'tonight'],
    [alertOf('mails_stuck', 'mails'), 'settings/email'],
    [alertOf('backup_old', 'backup'), 'settings/backups'],
    [alertOf('clock_jumped', 'clock'), undefined],
  ] as const;
  for (const [alert, path] of cases) expect([alert.kind, causeOf(alert)?.path]).toEqual([alert.kind, path]);
});

test('every cause is a screen of the console, and needs the right of that screen', () => {
  for (const kind of ALERT_KINDS)
    for (const subject of ['guests', 'guest 1', 'event 1', 'pass 1', 'payment 1']) {
      const cause = causeOf(alertOf(kind, subject));
      if (!cause) continue;
      const screen = sections.find(({ path }) => matchPath(`/${path}`, `/${cause.path.split('?')[0]}`));
      expect([kind, screen?.handle.right]).toEqual([kind, cause.right]);
    }
});
