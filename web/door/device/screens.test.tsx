import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/constants.ts';
import { createSignals } from '#web/door/ui/signals.ts';
import type { PhoneState } from '#web/door/phone/door-phone.ts';
import { head, phoneState, stillPhone } from '#tests/factories/phone-state.ts';
import { show, siteTranslator } from '#tests/setup/show.tsx';
import { ConflictCard } from './conflict-card.tsx';
import { DoorApp } from './door-app.tsx';
import { DoorScreen } from './door-screen.tsx';
import { HelpText } from './help-text.tsx';

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

test('both admissions of a ticket stand on the card, in their order, with how sure it is', () => {
  const admission = (door: string, at: string, uncertaintyMs: number) => ({ door, at, uncertaintyMs, scannerDeviceId: null });
  const conflict = {
    id: 1,
    reason: 'ticket_used',
    key: null,
    entryId: null,
    admissions: [admission('Main', '2026-11-21T23:41:07+04:00', 700), admission('Side', '2026-11-21T23:41:52+04:00', 900)],
    isOrderCertain: true,
  };
  const card = (isOrderCertain: boolean) =>
    show(<ConflictCard conflicts={[{ ...conflict, isOrderCertain }]} listed={[]} onSeen={() => undefined} />);
  expect(card(true)).toMatch(/First.*Main 23:41:07 ± 1 s.*Later.*Side 23:41:52 ± 1 s/s);
  expect(card(false)).toContain(t('scanner-device:conflicts.order_unsure'));
  expect(card(false)).not.toContain(t('scanner-device:conflicts.first'));
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
  for (const limit of ['two_doors', 'alone', 'remedy', 'lost', 'iphone'] as const)
    expect(html).toContain(translator.t(`scanner-device:help.limits.${limit}`));
});
