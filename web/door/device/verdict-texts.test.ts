import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/constants.ts';
import { REJECT_REASONS, SHOWN_REASONS } from '#shared/door/scanner-devices.ts';
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
const shown = (key: VerdictKey, verdict = aVerdict()) => ({ key, mode: 'in' as const, isTapped: false, verdict });

test.each(SHOWN_REASONS)('the reason %s has texts of its own', (reason) => {
  const isYes = reason === 'valid' || reason === 'back_in' || reason === 'on_list' || reason.startsWith('admitted_');
  const isRejection = REJECT_REASONS.some((each) => each === reason);
  const verdict = aVerdict({ verdict: isYes ? 'admit' : isRejection ? 'reject' : 'refuse', reason });
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
    ['limit_hour', 'limit_minute'],
    ['limit_hour', 'limit_device'],
    ['limit_hour', 'limit_member'],
  ];
  const looks = allKeys().filter((key) => !twins.some(([, second]) => second === key));
  expect(new Set(looks.map((key) => `${verdictLooks[key].fill} ${verdictLooks[key].Icon.displayName}`)).size).toBe(looks.length);
  for (const key of allKeys()) expect([key, contrast(verdictLooks[key].fill, verdictLooks[key].on) >= 4.5]).toEqual([key, true]);
});

test('nobody is refused or asked about in the words and colours of an admission', () => {
  const done = allKeys().filter((key) => ['accept', 'noted'].includes(verdictLooks[key].signal));
  expect(done).toContain('valid');
  for (const verdict of ['refuse', 'ask'] as const)
    for (const reason of done) expect(verdictKey(aVerdict({ verdict, reason }), {})).toBe('unknown');
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

test('a question is named by its reason, whatever is admitted is green, and only plain admissions go on', () => {
  const ask = (reason: string) => verdictKey(aVerdict({ verdict: 'ask', reason, scanId: '' }), {});
  const questions = ['under_18', 'doubtful', 'rejected_before', 'other_event', 'free_until_over', 'list_full'] as const;
  expect(questions.map(ask)).toEqual(questions);
  expect(questions.map((key) => [verdictLooks[key].signal === 'accept', goesOn(shown(key))])).toEqual(questions.map(() => [false, false]));
  const admitted = [
    { isUnderAge: true },
    { isDoubtful: true },
    { guest: undefined },
    {},
    { reason: 'admitted_other_event' },
    { reason: 'back_in' },
  ];
  const keys = admitted.map((more) => verdictKey(aVerdict(more), {}));
  expect(keys).toEqual(['valid', 'valid', 'new', 'valid', 'decided', 'back_in']);
  for (const key of keys) expect([verdictLooks[key].fill, verdictLooks[key].signal]).toEqual([verdictLooks.valid.fill, 'accept']);
  const others = allKeys().filter((key) => verdictLooks[key].signal !== 'accept');
  expect(others.filter((key) => verdictLooks[key].fill === verdictLooks.valid.fill)).toEqual([]);
  expect(
    allKeys()
      .filter((key) => verdictLooks[key].signal === 'accept')
      .toSorted(),
  ).toEqual(['valid', 'new', 'back_in', 'on_list', 'decided'].toSorted());
});

test.each(LANGUAGES)('each verdict says what to do in at most six words, in %s', (language) => {
  const { t } = siteTranslator(language);
  const long = allKeys().filter((key) => verdictTexts(shown(key), head(), language, t).next.split(/\s+/).length > 6);
  expect(long).toEqual([]);
});

test('a guest rejected before is named with time, door and reason', () => {
  const { t } = siteTranslator('en');
  const rejection = { at: new Date('2026-11-21T23:41:07+04:00'), door: 'Main', reason: 'drunk' as const };
  const verdict = aVerdict({ verdict: 'ask', reason: 'rejected_before', rejection });
  expect(verdictTexts(shown('rejected_before', verdict), head(), 'en', t).text).toBe('Denied 23:41, Main: drunk');
  const byStaff = aVerdict({ verdict: 'ask', reason: 'rejected_before', rejection: { ...rejection, door: '' } });
  expect(verdictTexts(shown('rejected_before', byStaff), head(), 'en', t).text).toBe('Denied 23:41: drunk');
});

test('a look at a valid ticket does not say that anybody was admitted', () => {
  const verdict = aVerdict({ verdict: 'info', reason: 'valid', scanId: '' });
  expect(verdictKey(verdict, {})).toBe('info_valid');
  expect(verdictKey({ ...verdict, reason: 'ticket_used' }, {})).toBe('ticket_used');
  expect(verdictTexts(shown('ticket_used', verdict), head(), 'en', siteTranslator('en').t).next).toBe('Info only: nothing recorded.');
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

test('without a network, lookups or room nobody is let in, and the screen says why', () => {
  expect(troubleKey(new ApiError(0, {}))).toBe('no_network');
  const tooMany = (params = {}) => troubleKey(new ApiError(429, { code: 'too_many_requests', params }));
  expect(['hour', 'device', 'member'].map((budget) => tooMany({ budget }))).toEqual(['limit_hour', 'limit_device', 'limit_member']);
  expect(tooMany()).toBe('limit_minute');
  expect(verdictKey(aVerdict({ verdict: 'refuse', reason: 'too_many_numbers' }), {})).toBe('limit_minute');
  expect(troubleKey(new DOMException('', 'QuotaExceededError'))).toBe('not_stored');
});
