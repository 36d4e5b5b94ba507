import { createContext, useContext } from 'react';
import { useLocation } from 'react-router';
import type { PostedForm } from '#shared/rendering.ts';

/** What came of the form that this page is the answer to, when it was sent without script. */
export const PostedContext = createContext<PostedForm | undefined>(undefined);

/** The key of the first page of a visit, on the server and in the browser. */
const FIRST = 'default';

/** Only the page that was sent says it; not the next one that is gone to. */
export function usePosted(): PostedForm | undefined {
  const posted = useContext(PostedContext);
  return useLocation().key === FIRST ? posted : undefined;
}
