import { useTranslation } from '#web/ui/translation.tsx';

/** The club's description of the event, with its line breaks and links. */
export function Description({ text }: { text: string }) {
  const { t } = useTranslation('events');
  if (text.trim() === '') return null;
  return (
    <section aria-label={t('about')}>
      <p dir="auto" className="type-lead max-w-[38.75rem] whitespace-pre-line wrap-anywhere">
        {findLinks(text).map((piece, place) =>
          piece.href === undefined ? (
            piece.text
          ) : (
            // An address may occur twice, so the key is its place.
            // oxlint-disable-next-line react/no-array-index-key
            <a key={place} href={piece.href} rel="noopener nofollow ugc" className="link" dir="auto">
              {piece.text}
            </a>
          ),
        )}
      </p>
    </section>
  );
}

/** A piece of a description: plain text, or a link with its text. */
type TextPiece = { text: string; href?: string };

const LONGEST_ADDRESS = 2048;
const STARTS = /https?:\/\/|www\./i;
/** Punctuation after an address that belongs to the sentence. */
const ENDINGS = '.,;:!?\'"’”“»…';
const BRACKETS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/**
 * Finds the http and https addresses in a text; all else is plain text (trust-and-speed: links). Invisible characters end an address as
 * spaces do, so that none can reverse it or hide in it.
 */
export function findLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  for (const chunk of text.split(/([\s\p{Cf}]+)/u)) for (const piece of piecesOf(chunk)) append(pieces, piece);
  return pieces;
}

function piecesOf(chunk: string): TextPiece[] {
  const start = chunk.search(STARTS);
  if (start < 0 || chunk.length - start > LONGEST_ADDRESS || /[\p{L}\p{N}@]$/u.test(chunk.slice(0, start))) return [{ text: chunk }];
  const end = start + addressLength(chunk.slice(start));
  const href = addressOf(chunk.slice(start, end));
  if (href === undefined) return [{ text: chunk }];
  return [
    { text: chunk.slice(0, start) },
    { text: chunk.slice(start, end).replace(/^https?:\/\//i, ''), href },
    { text: chunk.slice(end) },
  ];
}

/** Returns the length without closing punctuation; a closing bracket belongs to the address if it opens there. */
function addressLength(candidate: string): number {
  const count = (mark: string) => candidate.split(mark).length;
  const surplus = new Map(Object.entries(BRACKETS).map(([close, open]) => [close, count(close) - count(open)]));
  let length = candidate.length;
  for (; length > 0; length -= 1) {
    const last = candidate.charAt(length - 1);
    const outside = surplus.get(last);
    if (outside === undefined ? !ENDINGS.includes(last) : outside <= 0) break;
    if (outside !== undefined) surplus.set(last, outside - 1);
  }
  return length;
}

function addressOf(candidate: string): string | undefined {
  const url = URL.parse(/^www\./i.test(candidate) ? `https://${candidate}` : candidate);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined;
  // A user name before the host would show one address and lead to another.
  const isPlain = url.hostname.includes('.') && url.username === '' && url.password === '';
  return isPlain ? url.href : undefined;
}

function append(pieces: TextPiece[], piece: TextPiece): void {
  const last = pieces.at(-1);
  if (piece.text === '') return;
  if (last && last.href === undefined && piece.href === undefined) last.text += piece.text;
  else pieces.push(piece);
}
