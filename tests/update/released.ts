/**
 * The release that may still run while the next one migrates, or again after it: its commit, and its last migration. A release changes
 * this to its own.
 */
export const released = { commit: '88016c077854ebefad3d7fe64b858312f3d0a4f0', lastMigration: '0000_baseline' };
