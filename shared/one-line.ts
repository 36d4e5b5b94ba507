/**
 * Line breaks, tabs, control characters and marks that turn the reading direction have no place in a name or a link. Written out, as the
 * documentation of the API carries it to programs that do not know `\p{Bidi_Control}`.
 */
const LINE = String.raw`[^\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*`;

export const ONE_LINE = new RegExp(`^${LINE}$`);

/** The same for the documentation of a text that is trimmed before it is checked. */
export const TRIMMED_LINE = String.raw`^[ \t\n\r]*${LINE}[ \t\n\r]*$`;

/** A text of any number of lines, for the documentation: the server refuses control characters in every input (server/platform/http/request-facts.ts). */
export const PLAIN_TEXT = String.raw`^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]*$`;
