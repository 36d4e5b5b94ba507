/**
 * The release that may still run while the next one migrates, or again after it: its commit, and its last migration. A release changes
 * this to its own.
 */
export const released = { commit: '66fe5fb0355d441c79200197116816f6049c61e5', lastMigration: '0000_baseline' };
