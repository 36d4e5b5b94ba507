/** Markup that is safe to put into markup. */
export type Html = { readonly markup: string };

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

type Part = string | number | Html | readonly Html[];

const markupOf = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
};

/** Markup from a template: inserted texts are escaped, other markup is not. Attribute values must be in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const pieces = strings.map((literal, place) => {
    const part = parts[place];
    return part === undefined ? literal : literal + markupOf(part);
  });
  return { markup: pieces.join('') };
}

/** Text with its line breaks as `<br>`. */
export const lines = (text: string): Html => ({
  markup: text
    .split(/\r\n|\r|\n/)
    .map(escapeHtml)
    .join('<br>'),
});
