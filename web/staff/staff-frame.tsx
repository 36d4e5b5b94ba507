import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { readForUser, storeForUser } from '#web/lib/user-storage.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { useCommandBar } from './command-bar/use-command-bar.ts';
import { PartLine } from './place-links.tsx';
import { ClubTime, ConsoleLink, Sidebar } from './sidebar.tsx';
import { staffPath } from './staff-api.ts';

const CommandBar = lazy(async () => ({ default: (await import('./over-page.ts')).CommandBar }));
const PlacesMenu = lazy(async () => ({ default: (await import('./over-page.ts')).PlacesMenu }));

const COLLAPSED = 'collapsed-sidebar';

/** The console: a sidebar with its places; on phones a bar at the bottom and a menu. */
export function StaffFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [menuAt, setMenuAt] = useState<string>();
  const [isCollapsed, setCollapsed] = useState(() => readForUser(COLLAPSED) === true);
  const commandBar = useCommandBar();
  const collapse = (value: boolean) => {
    setCollapsed(value);
    storeForUser(COLLAPSED, value);
  };
  return (
    <div
      className={classNames(
        'staff text-[0.9375rem] leading-[1.375rem] desktop:grid desktop:items-start',
        isCollapsed ? 'desktop:grid-cols-[4.25rem_minmax(0,1fr)]' : 'desktop:grid-cols-[15rem_minmax(0,1fr)]',
        // Read in the dark, at arm's length.
        AT_THE_DOOR.has(pathname) && 'max-tablet:text-[1rem] max-tablet:leading-6',
      )}
    >
      <Sidebar isCollapsed={isCollapsed} onCollapse={collapse} onSearch={commandBar.open} />
      <div className="mx-auto w-full max-w-[90rem] min-w-0 px-5 pb-6 max-desktop:pb-44 desktop:px-8">
        <header className="no-print flex items-center justify-between border-b border-hairline py-2 desktop:hidden">
          <ConsoleLink />
          <ClubTime />
        </header>
        <div id="main" tabIndex={-1} className="pt-5 max-desktop:pt-3">
          <PartLine isOnDesktop={isCollapsed} />
          {children}
        </div>
      </div>
      <BottomBar isMenuOpen={menuAt === pathname} onMenu={() => setMenuAt(pathname)} onSearch={commandBar.open} />
      {commandBar.isOpen && (
        <Suspense>
          <CommandBar onClose={commandBar.close} />
        </Suspense>
      )}
      {menuAt === pathname && (
        <Suspense>
          <PlacesMenu onClose={() => setMenuAt(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

const AT_THE_DOOR = new Set([staffPath('tonight'), staffPath('guests/verification')]);

type SectionTitleProps = {
  children: string;
  /** The buttons at the end of the line. */
  end?: ReactNode;
  /** A record over it has the title of the tab. */
  isCovered?: boolean;
};

/** The heading of a section and the title of its tab. It may render after the section's data, so it takes the focus itself. */
export function SectionTitle({ children, end, isCovered = false }: SectionTitleProps) {
  const { t } = useTranslation('staff');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
      {!isCovered && <title>{`${children} · ${t('title')}`}</title>}
      <h1 ref={heading} tabIndex={-1} className="min-w-0 text-[min(1.75rem,10.5vw)] leading-[1.2] font-bold wrap-anywhere">
        {children}
      </h1>
      {end !== undefined && <div className="flex flex-wrap items-center gap-3">{end}</div>}
    </div>
  );
}
