/**
 * The commit and last migration of the release that may run while the next one migrates, or again after it. A release changes this to its
 * own.
 */
export const released = { commit: '34a3a5e87100bc2c0c4c03c5d9f7a37c2b3addc4', lastMigration: '0000_baseline' };
