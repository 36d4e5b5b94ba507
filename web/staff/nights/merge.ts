type Values = Record<string, unknown>;

export type Merge<T> = {
  typed: T;
  /** Both changed it, and not to the same. */
  clashes: (keyof T)[];
  /** Only the other one changed it. */
  taken: (keyof T)[];
};

/** Brings what is typed onto what somebody else saved meanwhile; `base` is what both began with. Clashes keep what is typed. */
export function mergeTyped<T extends Values>(typed: T, base: T, theirs: T): Merge<T> {
  const fields = Object.keys(theirs) as (keyof T)[];
  const isMine = (field: keyof T) => typed[field] !== base[field];
  const isTheirs = (field: keyof T) => theirs[field] !== base[field];
  return {
    typed: fields.reduce((merged, field) => (isMine(field) ? merged : { ...merged, [field]: theirs[field] }), typed),
    clashes: fields.filter((field) => isMine(field) && isTheirs(field) && typed[field] !== theirs[field]),
    taken: fields.filter((field) => !isMine(field) && isTheirs(field)),
  };
}
