/** What search engines show of a description. */
const LENGTH_MAX = 160;

/** A text on one line, cut between words where it is longer than a search engine shows. */
export function shorten(text: string, longest = LENGTH_MAX): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest);
  return `${cut.slice(0, cut.lastIndexOf(' ')).toWellFormed()}…`;
}
