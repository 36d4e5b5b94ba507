/** Pairs these with those. */
export type PairsOf = <One, Other>(these: readonly One[], those: readonly Other[]) => [One, Other][];

export const everyPair: PairsOf = (these, those) => these.flatMap((one) => those.map((other): [typeof one, typeof other] => [one, other]));

/** Pairs each of these with every tenth of those, the next one with the next tenth. */
export const everyTenthPair: PairsOf = (these, those) =>
  these.flatMap((one, row) =>
    those.filter((_other, column) => (row + column) % 10 === 0).map((other): [typeof one, typeof other] => [one, other]),
  );
