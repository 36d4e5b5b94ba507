/** The contents of a ticket's QR code: two ids, and a signature if it is one of ours. */
type QrText = { userId: number | undefined; ticketId: number | undefined; signature: string | undefined };

export const QR_VERSION = 'V1';
const LONGEST_TEXT = 2_000;

const USER_ID = /User ID: {0,3}(\d{1,16})(?!\d)/i;
const TICKET_ID = /Ticket ID: {0,3}(\d{1,16})(?!\d)/i;
const SIGNATURE = /(?:^|\n)V1\.([\w-]{86})(?![\w-])/;

/** Returns the text of a QR code: both ids come first. `signature` is base64url of 64 bytes. */
export const formatQrText = (code: { userId: number; ticketId: number; signature: string }): string =>
  `User ID: ${code.userId}\nTicket ID: ${code.ticketId}\n${QR_VERSION}.${code.signature}`;

/** Spec §3: "User ID: n" and "Ticket ID: n" are found anywhere in a text, whatever its source. */
export function parseQrText(text: string): QrText {
  const start = text.slice(0, LONGEST_TEXT);
  return { userId: idIn(start, USER_ID), ticketId: idIn(start, TICKET_ID), signature: SIGNATURE.exec(start)?.[1] };
}

function idIn(text: string, pattern: RegExp): number | undefined {
  const id = Number(pattern.exec(text)?.[1]);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
