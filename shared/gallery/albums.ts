/** Where pictures are shown: the gallery, and the sets of the other screens. The first is what a caller gets who names none. */
export const ALBUMS = ['gallery', 'rentals', 'djs', 'about', 'profile'] as const;
export type Album = (typeof ALBUMS)[number];

/** How many pictures of an album the site shows, the first ones; the gallery shows all of its own, on several pages. */
export const ALBUM_PLACES = { rentals: 7, djs: 3, about: 2, profile: 1 } as const;
