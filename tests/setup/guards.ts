import { accountGuards } from './unguarded/accounts.ts';
import { clubGuards } from './unguarded/club.ts';
import { doorGuards } from './unguarded/door.ts';
import { paymentGuards } from './unguarded/payments.ts';
import type { Replacement } from './unguarded/replace.ts';
import { salesGuards } from './unguarded/sales.ts';
import { stockGuards } from './unguarded/stock.ts';

/** The guards that hold the invariants (docs/invariants.md), each with the exports that replace those of our modules to break it. */
export const guards = {
  ...stockGuards,
  ...paymentGuards,
  ...salesGuards,
  ...doorGuards,
  ...accountGuards,
  ...clubGuards,
} satisfies Record<string, Replacement[]>;

export type Guard = keyof typeof guards;
