import type { ReactElement } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

/** Shows the name of a control that has no room for it; `undefined` if it is in sight. */
export function Tip({ text, children }: { text: string | undefined; children: ReactElement }) {
  return (
    <TooltipTrigger delay={300} isDisabled={text === undefined}>
      {/* The library wants one element with a ref, which its types name by DOM elements alone. */}
      <Focusable>{children as Parameters<typeof Focusable>[0]['children']}</Focusable>
      <Tooltip
        placement="end"
        offset={8}
        className="max-w-60 rounded-control border border-control bg-surface-3 px-3 py-1.5 text-[0.875rem]"
      >
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}
