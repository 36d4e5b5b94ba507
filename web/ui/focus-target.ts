import type { MouseEvent } from 'react';

/**
 * Focuses the element that a link names. The address stays: another one would count as a page view, and its entry of the browser's history
 * would lack the token that this one keeps.
 */
export function focusTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.querySelector<HTMLElement>(`#${CSS.escape(event.currentTarget.hash.slice(1))}`);
  if (!target) return;
  event.preventDefault();
  target.focus();
}
