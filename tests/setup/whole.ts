/**
 * True in `npm run test:system`: journeys run in each language and each layout, histories and enumerations in their full number, and controls.
 * `npm test`, which runs before each merge, takes the hardest view, most often an eighth of the histories, a quarter of the enumerations and
 * of the hostile values, and controls of quick tests only (docs/decisions/0128 to 0131).
 */
export const isWhole = process.env['TESTS'] === 'whole';

/** Each of these with each of those; before a merge with every fourth of those, the next one with the next fourth. */
export const pairsOf = <One, Other>(these: readonly One[], those: readonly Other[]): [One, Other][] =>
  these.flatMap((one, row) =>
    those.filter((_other, column) => isWhole || (row + column) % 4 === 0).map((other): [One, Other] => [one, other]),
  );
