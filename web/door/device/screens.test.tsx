import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/constants.ts';
import { createSignals } from '#web/door/ui/signals.ts';
import type { PhoneState } from '#web/door/phone/door-phone.ts';
import { head, phoneState, stillPhone } from '#tests/factories/phone-state.ts';
import { show, siteTranslator } from '#tests/setup/show.tsx';
import { ConflictCards } from './conflict-card.tsx';
import { DoorApp } from './door-app.tsx';
import { DoorScreen } from './door-screen.tsx';
import { HelpText } from './more-sheet.tsx';

const screen = (more: Partial<PhoneState> = {}, language: 'en' | 'ka' = 'en') => {
  const state = phoneState(more);
  return show(<DoorScreen phone={stillPhone(state)} state={state} signals={createSignals()} isStarted={false} isStored />, language);
};
const app = (more: Partial<PhoneState>, secret?: string) => show(<DoorApp phone={stillPhone(phoneState(more))} secret={secret} />);
const { t } = siteTranslator('en');

test('the phone shows the room in amber from 90 % of the licensed number, and in red at it', () => {
  const roomOf = (inside: number | undefined) => /data-room="(\w+)"/.exec(screen({ inside }))?.[1];
  expect([undefined, 359, 360, 399, 400].map(roomOf)).toEqual(['open', 'open', 'nearly_full', 'nearly_full', 'full']);
});

test('a phone that works alone says so, with what is not sent', () => {
  const html = screen({ connectivity: 'alone', unsent: 12 });
  expect(html).toContain('data-link="alone"');
  expect(html).toContain('12 unsent');
  expect(screen()).not.toContain('unsent');
});

test('a phone alone says at least how many are inside, and warns of its last places', () => {
  const alone = (inside: number) => screen({ connectivity: 'alone', inside });
  expect(alone(397)).toContain(t('scanner-device:inside_at_least'));
  expect(alone(397)).toContain(t('scanner-device:alerts.places_left', { count: 3 }));
  const [warning] = t('scanner-device:alerts.places_left', { count: 3 }).split('3');
  for (const html of [alone(100), alone(400), screen({ inside: 397 })]) expect(html).not.toContain(`${warning}`);
  expect(screen({ inside: 397 })).not.toContain(t('scanner-device:inside_at_least'));
});

test('the scanner device decides which controls there are', () => {
  const scannerDevice = phoneState().scannerDevice;
  const scanOnly = screen({ scannerDevice: scannerDevice && { ...scannerDevice, rights: ['scan'] } });
  for (const text of [t('scanner-device:mode.reject'), t('scanner-device:clicker.plus'), t('scanner-device:tools.search')]) {
    expect(screen()).toContain(text);
    expect(scanOnly).not.toContain(text);
  }
});

test('people go out through the door only where they may come back', () => {
  const out = `>${t('scanner-device:mode.out')}<`;
  expect(screen({ head: head({ exits: 'always' }) })).toContain(out);
  expect(screen()).not.toContain(out);
});

test.each([
  [{ isFull: true }, 'scanner-device:alerts.full'],
  [{ clock: { offsetMs: 0, uncertaintyMs: 0, isJumped: true } }, 'scanner-device:alerts.clock'],
  [{ head: { ...head(), event: { ...head().event, state: 'cancelled' as const } } }, 'scanner-device:alerts.cancelled'],
] as const)('trouble %o is said on the screen', (more, key) => {
  expect(screen(more)).toContain(t(key));
  expect(screen()).not.toContain(t(key));
});

const admission = (door: string, at: string, uncertaintyMs: number) => ({ door, at, uncertaintyMs, scannerDeviceId: null });
const doubled = {
  id: 1,
  reason: 'ticket_used',
  key: null,
  entryId: null,
  admissions: [admission('Main', '2026-11-21T23:41:07+04:00', 700), admission('Side', '2026-11-21T23:41:52+04:00', 900)],
  isOrderCertain: true,
};
const cards = (conflicts: PhoneState['conflicts']) => show(<ConflictCards conflicts={conflicts} listed={[]} onSeen={() => undefined} />);

test('both admissions of a ticket stand on the card, in their order, with how sure it is', () => {
  expect(cards([doubled])).toMatch(/First.*Main 23:41:07 ± 1 s.*Later.*Side 23:41:52 ± 1 s/s);
  const unsure = cards([{ ...doubled, isOrderCertain: false }]);
  expect(unsure).toContain(t('scanner-device:conflicts.order_unsure'));
  expect(unsure).not.toContain(t('scanner-device:conflicts.first'));
});

test('the card names the guest whose row the phone could open, and each conflict has its own card', () => {
  const guest = { firstName: 'Salome', lastName: 'Drift', birthdate: '2001-03-14', ticketId: 90417 };
  const html = cards([
    { ...doubled, guest },
    { ...doubled, id: 2, reason: 'banned' },
  ]);
  expect(html).toMatch(/Salome Drift.*March 14, 2001.*…0417/s);
  expect(html.match(/role="alert"/g)).toHaveLength(2);
});

test('guests above capacity share one card with their number', () => {
  const html = cards([3, 4, 5].map((id) => ({ ...doubled, id, reason: 'full' })));
  expect(html.match(/role="alert"/g)).toHaveLength(1);
  expect(html).toContain(t('scanner-device:listed.count', { count: 3 }));
});

test('a phone whose scanner device ended lets nobody in, and says what it still has', () => {
  const ended = app({ phase: 'ended', unsent: 3 });
  expect(ended).toContain(t('scanner-device:ended.title'));
  expect(ended).toContain(t('scanner-device:ended.unsent', { count: 3 }));
  expect(ended).not.toContain('radio');
});

test('a code of a new scanner device is offered only to a phone without one, or with nothing left to send', () => {
  const start = `>${t('scanner-device:pair.start')}<`;
  expect(app({ phase: 'unpaired', scannerDevice: undefined, head: undefined }, 'secret')).toContain(start);
  expect(app({ phase: 'ended' }, 'secret')).toContain(start);
  expect(app({ phase: 'ended', unsent: 1 }, 'secret')).not.toContain(start);
  expect(app({ phase: 'unpaired' })).toContain(t('scanner-device:unpaired.title'));
});

test.each(LANGUAGES)('the limits stand in the help, in %s', (language) => {
  const translator = siteTranslator(language);
  const html = show(<HelpText />, language);
  for (const limit of ['two_doors', 'alone', 'back_in', 'remedy', 'lost', 'iphone'] as const)
    expect(html).toContain(translator.t(`scanner-device:help.limits.${limit}`));
});
