import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Language } from '#shared/constants.ts';
import { show } from '#tests/setup/show.tsx';
import { EntryList } from './entries.tsx';

const textOf = (detail: Record<string, unknown>, language: Language) => {
  const entry = {
    id: 1,
    at: '2026-11-20T18:00:00+04:00',
    staff: { id: 7, name: 'Eka Lomidze' },
    action: 'roles.grant',
    subject: 'guest 7',
    detail,
  };
  const list = (
    <MemoryRouter>
      <EntryList entries={[entry]} empty="" />
    </MemoryRouter>
  );
  return show(list, language).replaceAll(/<[^>]*>/g, '');
};

test.each([
  ['en', { before: [], after: ['Desk', 'DoorLead'], by: 'operator' }, ['nothing → Verification, Door lead', 'By: server admin']],
  ['ka', { before: ['Money'], after: [], by: 'operator' }, ['ფინანსები → არაფერი', 'ვინ: სერვერიდან']],
] as const)('a change of roles has their names, and says that the operator made it (%s)', (language, detail, texts) => {
  const shown = textOf(detail, language);
  for (const text of texts) expect(shown).toContain(text);
});

test('the settings of a door and the rights of a scanner device have names', () => {
  expect(textOf({ before: { exits: 'none' }, after: { exits: 'always' } }, 'en')).toContain('Re-entry: not allowed → any time');
  expect(textOf({ before: 'nobody', after: 'named' }, 'ka')).toContain('სახელის გარეშე → სახელი თითოეულ ბილეთზე');
  expect(textOf({ name: 'Main 1', rights: ['scan', 'walk_up'] }, 'ka')).toContain('უფლებები: სკანირება, დათვლა');
});

test('a name in one language is called a name, and those in two by their language', () => {
  const scannerDevice = textOf({ name: 'Main 1', rights: ['scan'] }, 'en');
  expect(scannerDevice).toContain('Name: Main 1');
  expect(scannerDevice).not.toContain('Georgian name');
  const before = { name: 'შესვლა', nameLat: 'Entry' };
  expect(textOf({ before, after: { ...before, name: 'ადრეული' } }, 'en')).toContain('Georgian name: შესვლა → ადრეული');
});
