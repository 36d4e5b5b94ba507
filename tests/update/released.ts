/**
 * The commit and last migration of the release that may run while the next one migrates, or again after it. A release changes this to its
 * own.
 */
export const released = { commit: '11dfdbd7889170cf5ed19dbe59785db1592966cd', lastMigration: '0000_baseline' };
