import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef } from 'react';

/** A success message over the form; it takes the focus, so that it is read out and seen. */
export function SuccessNote({ text }: { text: string }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <p ref={note} tabIndex={-1} className="flex items-start gap-3 border-2 border-ok p-5 font-semibold text-ok">
      <CircleCheck size={24} className="shrink-0" />
      {text}
    </p>
  );
}
