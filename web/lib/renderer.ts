/**
 * React for the browser. It stands in one file with React (tools/vite/chunk-groups.ts), so that React begins in a turn of its own
 * and not in that of the site.
 */
export { hydrateRoot } from 'react-dom/client';
