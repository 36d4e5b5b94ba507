import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Disclosure as AriaDisclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';

type DisclosureProps = { title: ReactNode; isOpen: boolean; onChange(isOpen: boolean): void; children: ReactNode };

/** A heading that opens what stands below it. */
export function Disclosure({ title, isOpen, onChange, children }: DisclosureProps) {
  return (
    <AriaDisclosure isExpanded={isOpen} onExpandedChange={onChange} className="group min-w-0">
      <Heading level={3}>
        <Button
          slot="trigger"
          className="flex min-h-12 w-full items-center gap-3 text-start outline-none data-focus-visible:outline-3 data-focus-visible:-outline-offset-3 data-focus-visible:outline-(--ring)"
        >
          <span className="flex min-w-0 grow items-center gap-3 font-semibold">{title}</span>
          <ChevronDown size={18} aria-hidden className="shrink-0 text-muted group-data-expanded:rotate-180" />
        </Button>
      </Heading>
      <DisclosurePanel>{isOpen && children}</DisclosurePanel>
    </AriaDisclosure>
  );
}
