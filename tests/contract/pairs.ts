/** Pairs these with those. */
export type PairsOf = <One, Other>(these: readonly One[], those: readonly Other[]) => [One, Other][];

export const everyPair: PairsOf = (these, those) => these.flatMap((one) => those.map((other): [typeof one, typeof other] => [one, other]));

/** Pairs each of these with every fourth of those, the next one with the next fourth. */
export const everyFourthPair: PairsOf = (these, those) =>
  these.flatMap((one, row) =>
    those.filter((_other, column) => (row + column) % 4 === 0).map((other): [typeof one, typeof other] => [one, other]),
  );
