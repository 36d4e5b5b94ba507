/** A link in a name would be pressed in a mail that greets by it. */
const LINK = /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}\//iu;

/** Returns true for a name without a link, such as `www.example.com` or `example.com/win`. */
export const isWithoutLink = (name: string): boolean => !LINK.test(name);
