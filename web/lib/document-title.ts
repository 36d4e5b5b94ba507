import { useEffect } from 'react';

/** What the title is made of: a screen's own one, a section's or a part's in its place, and what stands before it. */
const parts = { page: '', section: '', prefix: '' };

function put(changed: Partial<typeof parts>): void {
  Object.assign(parts, changed);
  const title = parts.prefix + (parts.section || parts.page);
  if (document.title !== title) document.title = title;
}

/** The title of the screen that is gone to. It may change before the screen is drawn, and back again. */
export const setPageTitle = (page: string): void => put({ page });

/** Another title for as long as this component is shown. */
export function useSectionTitle(section: string): void {
  useEffect(() => {
    put({ section });
    return () => put({ section: '' });
  }, [section]);
}

/** Something before the title, like "Error: "; an empty one says nothing. */
export function useTitlePrefix(prefix: string): void {
  useEffect(() => {
    put({ prefix });
    return () => put({ prefix: '' });
  }, [prefix]);
}
