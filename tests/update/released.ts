/**
 * The release that may still run while the next one migrates, or again after it: its commit, and its last migration. A release changes
 * this to its own.
 */
export const released = { commit: 'df6fb7d122227127fe953d564f73fccc5f3a3c82', lastMigration: '0000_baseline' };
