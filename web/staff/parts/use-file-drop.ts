import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page, where the browser would otherwise leave the page to show them. Returns true while
 * files are dragged over it.
 */
export function useFileDrop(onDrop: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const unmount = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) => {
      const listener = (event: DragEvent) => {
        if (event.dataTransfer?.types.includes('Files')) handle(event);
      };
      document.addEventListener(type, listener, { signal: unmount.signal });
    };
    listen('dragover', (event) => {
      event.preventDefault();
      setIsOver(true);
    });
    // Between two elements of the page `relatedTarget` is the next one.
    listen('dragleave', ({ relatedTarget }) => relatedTarget === null && setIsOver(false));
    listen('drop', (event) => {
      event.preventDefault();
      setIsOver(false);
      if (event.dataTransfer) drop(event.dataTransfer.files);
    });
    return () => unmount.abort();
  }, []);
  return isOver;
}
