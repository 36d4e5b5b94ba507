/**
 * True in `npm run test:system`: journeys run in each language and each layout, histories and enumerations in their full number. `npm test`,
 * which runs before each merge, takes the hardest view, an eighth of the enumerations and histories (of hostile values a quarter) and no negative control
 * (docs/decisions/0128, 0129, 0130).
 */
export const isWhole = process.env['TESTS'] === 'whole';

/** All of them; before a merge every eighth. */
export const everyEighth = <Each>(all: readonly Each[]): readonly Each[] => (isWhole ? all : all.filter((_each, place) => place % 8 === 0));

/** Each of these with each of those; before a merge with every fourth of those, the next one with the next fourth. */
export const pairsOf = <One, Other>(these: readonly One[], those: readonly Other[]): [One, Other][] =>
  these.flatMap((one, row) =>
    those.filter((_other, column) => isWhole || (row + column) % 4 === 0).map((other): [One, Other] => [one, other]),
  );
