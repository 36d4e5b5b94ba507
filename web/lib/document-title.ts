import { useEffect } from 'react';

/** What the title is made of: the screen's own one, and what stands before it. */
const parts = { page: '', prefix: '' };

/** The server's element. A `<title>` that a screen renders comes before it in the head and is shown instead, for as long as it is there. */
let element: HTMLTitleElement | null | undefined;

function put(part: keyof typeof parts, text: string): void {
  parts[part] = text;
  element ??= document.querySelector<HTMLTitleElement>('head > title');
  if (element) element.text = parts.prefix + parts.page;
}

/** The title of the screen that is gone to. It may change before the screen is drawn, and back again. */
export const setPageTitle = (text: string): void => put('page', text);

/** Something before the title like "Error: ", for as long as this component is shown; an empty one says nothing. */
export function useTitlePrefix(text: string): void {
  useEffect(() => {
    put('prefix', text);
    return () => put('prefix', '');
  }, [text]);
}
