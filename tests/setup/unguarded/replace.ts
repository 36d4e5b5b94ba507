/** Exports that replace a module's own in a copy of the code (`tests/setup/without-guard.ts`). */
export type Replacement = { module: string; exports: object };

/** Makes each new export from the module's own: `module` is its `#…` path, and the type is that of the same path. */
export const replaceIn = <Module extends object>(
  module: string,
  exports: { [Name in keyof Module]?: (own: Module) => Module[Name] },
): Replacement => ({ module, exports });
