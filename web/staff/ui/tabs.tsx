import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { RouterProvider } from 'react-aria-components';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import { useNavigate } from 'react-router';

type TabsProps = {
  label: string;
  tabs: readonly { key: string; name: string; to: string }[];
  /** The tab whose content is shown. */
  selected: string;
  children: ReactNode;
};

/** The parts of a record, each with an address of its own; arrow keys go from one to the next, Enter opens it. */
export function Tabs({ label, tabs, selected, children }: TabsProps) {
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  // On a phone the list is wider than the screen. It scrolls before anyone can press a tab, which must not move away under a finger.
  useLayoutEffect(() => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'center' }), []);
  return (
    <RouterProvider navigate={(to) => void navigate(to, { replace: true })}>
      <AriaTabs selectedKey={selected} keyboardActivation="manual">
        <TabList ref={list} aria-label={label} className="no-print -mx-5 flex gap-x-5 overflow-x-auto border-b border-hairline px-5">
          {tabs.map(({ key, name, to }) => (
            <Tab
              key={key}
              id={key}
              href={to}
              className="inline-flex min-h-11 min-w-11 shrink-0 cursor-pointer items-center border-b-2 border-transparent whitespace-nowrap text-muted outline-none hover:text-text data-focus-visible:outline-3 data-focus-visible:-outline-offset-3 data-focus-visible:outline-(--ring) data-selected:border-accent data-selected:font-semibold data-selected:text-text"
            >
              {name}
            </Tab>
          ))}
        </TabList>
        <TabPanel id={selected} className="pt-5 outline-none max-tablet:pb-8">
          {children}
        </TabPanel>
      </AriaTabs>
    </RouterProvider>
  );
}
