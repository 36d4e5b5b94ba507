import { expect, test } from 'vitest';
import { ownCoverage, writeCoverage } from './specification-coverage.ts';

const SPECIFICATION = `# What the product must do

Lines.

## §1 What for

- **§1.sell** Tickets are sold (\`shop.ts\`, \`till.ts\`)
  - Deviates: never on Mondays.
- **§1.smell** Tickets smell
  - Open: the specification does not say of what.
`;

const SELLS = "test('a ticket is sold [§1.sell]', () => undefined);";

const files = ['shop.ts', 'till.ts'];
const write = (specification = SPECIFICATION, text = SELLS, present = files) =>
  writeCoverage(specification, [{ file: 'shop.test.ts', text }], (path) => present.includes(path));

test('each requirement has its files and a test or a reason', () => {
  const { page, faults } = ownCoverage();
  expect(faults).toEqual([]);
  expect(page.match(/^\| §/gm)?.length).toBeGreaterThan(200);
});

const stray = 'shop.test.ts has a tag that no running test has at the end of its name';
const unproved = '§1.sell has no test and no reason';

test.each([
  [
    'a tag that names no requirement',
    write(SPECIFICATION, SELLS.replace('§1.sell', '§1.sell §1.buy')),
    ['§1.buy of “a ticket is sold” in shop.test.ts is no requirement'],
  ],
  ['a requirement without a test', write(SPECIFICATION, "test('a ticket is sold', () => undefined);"), [unproved]],
  ['a requirement that is named by a skipped test', write(SPECIFICATION, SELLS.replace('test(', 'test.skip(')), [stray, unproved]],
  ['a requirement that is named by a text', write(SPECIFICATION, "say('a ticket is sold [§1.sell]');"), [stray, unproved]],
  [
    'a requirement whose only test waits for a release',
    write(SPECIFICATION, SELLS.replace(', ()', ", { tags: 'rare' }, ()")),
    ['§1.sell has no test before a merge'],
  ],
  ['a tag in the middle of a name', write(SPECIFICATION, SELLS.replace("]'", "] again'")), [stray, unproved]],
  ['a file that is not there', write(SPECIFICATION, SELLS, ['shop.ts']), ['till.ts of §1.sell is no file']],
  ['a requirement without files', write(SPECIFICATION.replace(/ \(.+\)/, '')), ['§1.sell does not say where it is built']],
  ['an id that is there twice', write(SPECIFICATION.replace('§1.smell', '§1.sell')), ['§1.sell is there twice']],
  ['a line without an id', write(SPECIFICATION.replace('**§1.smell**', 'Also')), ['No requirement: - Also Tickets smell']],
])('the tool finds %s', (_, { faults }, expected) => expect(faults).toEqual(expected));
