/** One part of a mail: headers by lower-case name, unfolded and decoded. */
export type MimePart = { headers: Map<string, string[]>; type: string; body: Buffer; parts: MimePart[] };

/** Parses a raw message of our own composer. */
export function readMime(raw: Buffer): MimePart {
  const text = raw.toString('latin1').replaceAll('\r\n', '\n');
  const end = text.indexOf('\n\n');
  const headers = readHeaders(text.slice(0, end));
  const body = text.slice(end + 2);
  const contentType = headers.get('content-type')?.[0] ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  const pieces = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1);
  return {
    headers,
    type: contentType.split(';')[0] ?? '',
    body: decodeBody(body, headers.get('content-transfer-encoding')?.[0]),
    parts: pieces.map((piece) => readMime(Buffer.from(piece.replace(/^\n/, ''), 'latin1'))),
  };
}

/** The part and all nested parts. */
export const allParts = (part: MimePart): MimePart[] => [part, ...part.parts.flatMap(allParts)];

/** Returns the text of the first part of a type, such as `text/html`. */
export function textOf(mail: MimePart, type: string): string {
  const part = allParts(mail).find((candidate) => candidate.type === type);
  if (!part) throw new Error(`There is no part of type ${type}.`);
  return part.body.toString('utf8');
}

function readHeaders(block: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of block.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), decodeHeader(line.slice(colon + 1).trim())]);
  }
  return headers;
}

/** RFC 2047 words; the space between two of them is dropped. */
function decodeHeader(value: string): string {
  const joined = value.replaceAll(/\?=\s+=\?/g, '?==?');
  return joined.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
    (encoding.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : fromQuoted(word.replaceAll('_', ' '))).toString('utf8'),
  );
}

function decodeBody(body: string, encoding = '7bit'): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding === 'quoted-printable') return fromQuoted(body.replaceAll('=\n', ''));
  return Buffer.from(body, 'latin1');
}

const fromQuoted = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
