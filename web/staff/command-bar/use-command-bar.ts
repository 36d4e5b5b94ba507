import { useEffect, useState } from 'react';
import { isTyping } from '#web/staff/components/is-typing.ts';

/** Whether the command bar is open: ⌘K, Ctrl-K and `/` open it from anywhere, but `/` belongs to the search field of a list first. */
export function useCommandBar(): { isOpen: boolean; open(): void; close(): void } {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isK = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if (event.defaultPrevented || (!isK && !isSlash) || document.querySelector('dialog[open], [role=dialog]:not([data-panel])')) return;
      event.preventDefault();
      setOpen(true);
    };
    // After the listeners of the document, of which a list's search field is one.
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}
