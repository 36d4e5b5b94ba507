import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/constants.ts';
import { SHOWN_REASONS } from '#shared/door/scanner-devices.ts';
import { contrast } from '#shared/media/contrast.ts';
import { ApiError } from '#shared/errors.ts';
import { siteTranslator } from '#tests/setup/show.tsx';
import { aVerdict, head } from '#tests/factories/phone-state.ts';
import { verdictLooks } from './verdict-looks.ts';
import { deciderText, goesOn, troubleKey, type VerdictKey, verdictKey, verdictTexts } from './verdict-texts.ts';

const ownCode = `User ID: 12\nTicket ID: 90417\nV1.${'A'.repeat(86)}`;
const friday = {
  id: 9,
  name: 'ქარხანა',
  nameLat: 'Karkhana',
  startDate: '2026-11-27T23:00:00+04:00',
  endDate: '2026-11-28T07:00:00+04:00',
};
const allKeys = (): VerdictKey[] => Object.keys(verdictLooks).filter((key): key is VerdictKey => key in verdictLooks);
const shown = (key: VerdictKey, verdict = aVerdict()) => ({ key, mode: 'in' as const, verdict });

test.each(SHOWN_REASONS)('the reason %s has texts of its own', (reason) => {
  const isYes = reason === 'valid' || reason === 'back_in' || reason === 'on_list';
  const verdict = aVerdict({ verdict: isYes ? 'admit' : 'refuse', reason });
  expect(verdictKey(verdict, { text: ownCode, opensAt: head().door.opensAt })).not.toBe('unknown');
});

test.each(LANGUAGES)('each verdict has its own word with its own reason, and says what to do, in %s', (language) => {
  const { t } = siteTranslator(language);
  const texts = allKeys().map((key) => verdictTexts(shown(key), head(), language, t));
  for (const { word, text, next } of texts) expect([word, text, next].join(' ')).not.toMatch(/\{\{|undefined|scanner-device/);
  expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
});

test('no two verdicts share colour and shape, and each is readable', () => {
  const twins: VerdictKey[][] = [
    ['other_event', 'other_event_unknown'],
    ['not_open_yet', 'not_open_yet_unknown'],
    ['without_code', 'no_network'],
    ['not_stored', 'unknown'],
  ];
  const looks = allKeys().filter((key) => !twins.some(([, second]) => second === key));
  expect(new Set(looks.map((key) => `${verdictLooks[key].fill} ${verdictLooks[key].Icon.displayName}`)).size).toBe(looks.length);
  for (const key of allKeys()) expect([key, contrast(verdictLooks[key].fill, verdictLooks[key].on) >= 4.5]).toEqual([key, true]);
});

test('a ticket of another night names its night', () => {
  const verdict = aVerdict({ verdict: 'refuse', reason: 'other_event', event: { ...friday, state: 'published' } });
  expect(verdictTexts(shown('other_event', verdict), head(), 'en', siteTranslator('en').t).text).toBe(
    'This ticket is for Friday, November 27, 2026: Karkhana.',
  );
});

test('a ticket of last month names its night, and that it is over', () => {
  const lastMonth = {
    ...friday,
    startDate: '2026-10-03T23:00:00+04:00',
    endDate: '2026-10-04T07:00:00+04:00',
    state: 'published' as const,
  };
  const verdict = aVerdict({ verdict: 'refuse', reason: 'other_event', event: lastMonth });
  expect(verdictKey(verdict, {})).toBe('past_event');
  expect(verdictTexts(shown('past_event', verdict), head(), 'en', siteTranslator('en').t).text).toBe(
    'This ticket was for Saturday, October 3, 2026: Karkhana.',
  );
});

test('a forged code and a foreign one are told apart', () => {
  const verdict = aVerdict({ verdict: 'refuse', reason: 'code_tampered', guest: undefined, ticketId: undefined });
  expect(verdictKey(verdict, { text: ownCode })).toBe('code_tampered');
  expect(verdictKey(verdict, { text: 'https://example.com' })).toBe('not_ours');
});

test('an admission that somebody must look at never goes on by itself', () => {
  const keys = [{ isUnderAge: true }, { isDoubtful: true }, { guest: undefined }, {}].map((more) => verdictKey(aVerdict(more), {}));
  expect(keys).toEqual(['under_18', 'doubtful', 'new', 'valid']);
  expect(keys.map((key) => goesOn(shown(key)))).toEqual([false, false, true, true]);
});

test('a verdict of the phone says so, and that an hour is by its own clock', () => {
  const { t } = siteTranslator('en');
  const alone = aVerdict({ decidedBy: 'phone' });
  expect(deciderText(shown('valid'), false, t)).toBe('Decided by the server');
  expect(deciderText(shown('valid', alone), true, t)).toBe('Decided by this phone alone');
  expect(deciderText(shown('not_open_yet', alone), true, t)).toBe('Decided by this phone alone, and by its own clock');
});

test('with a network a no of the phone does not look like a fault, but a yes without the server is named', () => {
  const { t } = siteTranslator('en');
  const no = shown('code_tampered', aVerdict({ verdict: 'refuse', decidedBy: 'phone' }));
  expect(deciderText(no, false, t)).toBeUndefined();
  expect(deciderText(no, true, t)).toBe('Decided by this phone alone');
  expect(deciderText(shown('valid', aVerdict({ decidedBy: 'phone' })), false, t)).toBe('Decided by this phone alone');
});

test('without a network or room nobody is let in, and the screen says why', () => {
  expect(troubleKey(new ApiError(0, {}))).toBe('no_network');
  expect(troubleKey(new DOMException('', 'QuotaExceededError'))).toBe('not_stored');
});
