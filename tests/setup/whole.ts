/**
 * True in `npm run test:system`: journeys in each language and layout, all histories and enumerations, and all controls. `npm test`, run
 * before each merge, takes the hardest view, mostly an eighth of the histories, a quarter of the enumerations and hostile values, and only
 * controls of quick tests.
 */
export const isWhole = process.env['TESTS'] === 'whole';

/** Pairs each of these with each of those; before a merge with every fourth of those, the next one with the next fourth. */
export const pairsOf = <One, Other>(these: readonly One[], those: readonly Other[]): [One, Other][] =>
  these.flatMap((one, row) =>
    those.filter((_other, column) => isWhole || (row + column) % 4 === 0).map((other): [One, Other] => [one, other]),
  );
