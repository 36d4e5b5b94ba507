/** Where a path of our own is resolved when the site has no public address. */
const OWN_ORIGIN = 'http://own.invalid';

/**
 * The path of an event's photo on this site. Nothing for one that lies elsewhere: the page may load pictures from its own origin only, so
 * such an event shows its cover. `publicUrl` is the site's own origin, under which a photo may be written in full.
 */
export function ownPhoto(url: string | null, publicUrl: string): string | undefined {
  const own = publicUrl || OWN_ORIGIN;
  const photo = url ? URL.parse(url, own) : null;
  return photo?.origin === new URL(own).origin ? photo.pathname + photo.search : undefined;
}
