/** The cache of this page on the phone. Its name is not one of the site's caches, which the site's worker empties. */
export const DOOR_STORE = 'door-files-1';
