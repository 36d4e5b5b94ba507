import { useEffect, useRef } from 'react';

/** The instruction of a step in a dialog. It takes the focus because the previous step's button has disappeared. */
export function StepText({ children }: { children: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <p ref={text} tabIndex={-1}>
      {children}
    </p>
  );
}
