import { createContext, useContext } from 'react';
import { useLocation } from 'react-router';
import type { PostedForm } from '#shared/rendering.ts';

/** The result of the form that this page answers, when it was sent without script. */
export const PostedContext = createContext<PostedForm | undefined>(undefined);

/** React Router's key of the first page of a visit, on the server and in the browser. */
const FIRST = 'default';

/** Returns the result on the first page of the visit only, not after a navigation. */
export function usePosted(): PostedForm | undefined {
  const posted = useContext(PostedContext);
  return useLocation().key === FIRST ? posted : undefined;
}
