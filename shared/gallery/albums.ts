/** Where pictures are shown: the gallery, and the sets of the other screens. The first is what a caller gets who names none. */
export const ALBUMS = ['gallery', 'rentals', 'djs', 'about', 'profile'] as const;
export type Album = (typeof ALBUMS)[number];
