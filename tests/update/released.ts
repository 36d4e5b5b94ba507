/**
 * The release that may still run while the next one migrates, or again after it: its commit, and its last migration. A release changes
 * this to its own.
 */
export const released = { commit: '4806b861abae7d271a9129021f65c6b522ae7eae', lastMigration: '0000_baseline' };
