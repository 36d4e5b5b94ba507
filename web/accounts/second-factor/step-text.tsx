import { useEffect, useRef } from 'react';

/** What to do in a step of a dialog. It takes the focus, because the button of the step before has disappeared. */
export function StepText({ children }: { children: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <p ref={text} tabIndex={-1}>
      {children}
    </p>
  );
}
