import { expect, test } from 'vitest';
import { show } from '#tests/setup/show.tsx';
import { ListedRows } from './listed-rows.tsx';

const list = { id: 1, name: 'Artists', allocation: 10, freeUntil: null, price: null };
const nino = { id: 11, firstName: 'Nino', initial: 'B', plusOnes: 0, list, arrived: 0 };

test.each([
  ['en', 'Artists · has a ticket'],
  ['ka', 'Artists · აქვს ბილეთი'],
] as const)('who has a ticket by mail says so in the list, and nobody else does (%s)', (language, text) => {
  const rowOf = (more: { ticketKey?: string }) =>
    show(<ListedRows listed={[{ ...nino, ...more }]} searched="ni" onAdmit={() => undefined} />, language);
  expect(rowOf({ ticketKey: 'A'.repeat(11) })).toContain(text);
  expect(rowOf({})).not.toContain(text);
});
