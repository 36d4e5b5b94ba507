import { useEffect, useRef, useState } from 'react';
import { Field } from '#web/ui/field.tsx';

const PAUSE_MS = 250;

type FilterBoxProps = {
  label: string;
  hint?: string;
  /** What is filtered by at first. */
  search: string;
  onFilter(text: string): void;
};

/** A box that filters as one types; `/` leads to it from anywhere in the section (art direction §16). */
export function FilterBox({ label, hint, search, onFilter }: FilterBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search);
  useEffect(() => {
    const timer = setTimeout(() => onFilter(text.trim()), text === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another function is no other text
  }, [text]);
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', lead);
    return () => document.removeEventListener('keydown', lead);
  }, []);
  return (
    <Field
      ref={input}
      type="search"
      label={label}
      hint={hint}
      value={text}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => setText(target.value)}
      className="w-full max-w-100"
    />
  );
}

const WRITTEN_IN = 'input:not([type=checkbox], [type=radio]), textarea, select';

/** Keys of a section never take a letter from somebody who writes. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(WRITTEN_IN));
