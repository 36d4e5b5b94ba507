import { expect, test } from 'vitest';
import englishAudit from '#shared/locales/en/staff-audit.json' with { type: 'json' };
import georgianAudit from '#shared/locales/ka/staff-audit.json' with { type: 'json' };
import { eventText, EVENT_TEXT_FIELDS } from './event-texts.ts';

test('a page in Georgian shows the Georgian text, one in any other language the Latin one [§1.names]', () => {
  const event = { description: 'აღწერა', descriptionLat: 'A description' };
  const texts = ['ka', 'en', 'de'].map((language) => eventText(event, 'description', language));
  expect(texts).toEqual(['აღწერა', 'A description', 'A description']);
});

test.each(EVENT_TEXT_FIELDS)('the audit log names %s in both languages', (field) => {
  expect(englishAudit.fields).toHaveProperty(field);
  expect(georgianAudit.fields).toHaveProperty(field);
});
