/**
 * The commit and last migration of the release that may run while the next one migrates, or again after it. A release changes this to its
 * own.
 */
export const released = { commit: 'b4cc1d8ddca014d291c09287fa0e5257542a7a7e', lastMigration: '0000_baseline' };
