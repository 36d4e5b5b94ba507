import { useEffect } from 'react';

/** What the title is made of: a screen's own one, a section's in its place, and what stands before it. */
const parts = { page: '', section: '', prefix: '' };

function put(part: keyof typeof parts, text: string): void {
  parts[part] = text;
  document.title = parts.prefix + (parts.section || parts.page);
}

/** The title of the screen that is gone to. It may change before the screen is drawn, and back again. */
export const setPageTitle = (text: string): void => put('page', text);

/** Another title, or something before it like "Error: ", for as long as this component is shown; an empty one says nothing. */
export function useTitlePart(part: 'section' | 'prefix', text: string): void {
  useEffect(() => {
    put(part, text);
    return () => put(part, '');
  }, [part, text]);
}
