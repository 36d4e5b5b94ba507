/** A link in a name could be clicked in a mail that greets by it. Mail programs also link a bare domain if they know its ending. */
const LINK =
  /:\/\/|www\.|[\p{L}\p{N}]\.(?:\p{L}{2,}\/|(?:com|net|org|info|biz|io|ge|ru|me|app|dev|xyz|top|site|online|club|shop|link|click)(?![\p{L}\p{N}]))/iu;

/** Returns true for a name without a link, such as `www.example.com`, `example.com` or `example.club/win`. */
export const isWithoutLink = (name: string): boolean => !LINK.test(name);

/** Matches a text with something to see: more than spaces and invisible characters. */
export const VISIBLE = /[^\s\p{C}]/u;
