import { useEffect, useRef } from 'react';
import { isTyping } from '#web/staff/parts/filter-box.tsx';
import { letterOf } from './decisions.ts';

/** Letters for the whole section, but never one that somebody writes, and none while a dialog is open. */
export function useLetters(onLetter: (letter: string) => unknown): void {
  const latest = useRef(onLetter);
  useEffect(() => {
    latest.current = onLetter;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const letter = letterOf(event);
      if (letter === undefined || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      latest.current(letter);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
