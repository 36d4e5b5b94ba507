/**
 * Line breaks, tabs and marks that turn the reading direction have no place in a name or a link. Written out, as the documentation of the
 * API carries it to programs that do not know `\p{Bidi_Control}`.
 */
export const ONE_LINE = /^[^\t\n\r\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*$/;
