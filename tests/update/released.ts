/**
 * The commit and last migration of the release that may run while the next one migrates, or again after it. A release changes this to its
 * own.
 */
export const released = { commit: '66fe5fb0355d441c79200197116816f6049c61e5', lastMigration: '0000_baseline' };
