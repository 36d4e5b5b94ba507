/**
 * React DOM for the browser. It is in one chunk with React (tools/vite/built-files.ts), so that React and the site start in separate
 * tasks.
 */
export { hydrateRoot } from 'react-dom/client';
