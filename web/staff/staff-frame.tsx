import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, matchPath, useLocation } from 'react-router';
import { timeText } from '#shared/dates.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { paths } from '#shared/paths.ts';
import { LanguageSwitch } from '#web/layout/language-switch.tsx';
import { useNow } from '#web/lib/now.tsx';
import { useLogout } from '#web/lib/use-logout.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { OnlyWith, rightOfSubject, useMay } from './rights.tsx';
import { staffApi, staffPath } from './staff-api.ts';

/** One line with the sections, the language and the club's time. On phones a bar at the bottom, and a menu. */
export function StaffFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [menuAt, setMenuAt] = useState<string>();
  return (
    <div
      className={classNames(
        'staff mx-auto w-full max-w-[90rem] px-5 pb-6 text-[0.875rem] leading-5 max-desktop:pb-44 desktop:px-7',
        // Read in the dark, at arm's length.
        AT_THE_DOOR.has(pathname) && 'max-tablet:text-[1rem] max-tablet:leading-6',
      )}
    >
      <header className="no-print flex items-center gap-x-5 border-b border-hairline py-2 desktop:flex-wrap min-[80rem]:flex-nowrap">
        <Home />
        <div className="hidden desktop:order-last desktop:block desktop:w-full min-w-0 min-[80rem]:order-none min-[80rem]:w-auto">
          <SectionLinks />
        </div>
        <div className="ms-auto flex items-center gap-4">
          <div className="hidden items-center gap-4 desktop:flex">
            <ToScanner />
            <ToSite />
            <LanguageSwitch />
          </div>
          <ClubTime />
        </div>
      </header>
      <div id="main" tabIndex={-1} className="pt-5">
        {children}
      </div>
      <footer className="no-print mt-16 hidden items-center gap-6 border-t border-hairline py-2 desktop:flex">
        <ToHelp />
        <Logout />
      </footer>
      <BottomBar isMenuOpen={menuAt === pathname} onMenu={() => setMenuAt(pathname)} />
      {menuAt === pathname && <Menu onClose={() => setMenuAt(undefined)} />}
    </div>
  );
}

/** The state of a navigation that began in the console: it keeps the start page from leading back to Tonight. */
export const FROM_CONSOLE = 'from-console';

const AT_THE_DOOR = new Set([staffPath('tonight'), staffPath('guests/verification')]);

function Home() {
  const { t } = useTranslation('staff');
  return (
    <Link to={paths.staff} state={FROM_CONSOLE} className="inline-flex min-h-11 items-center gap-3 font-bold desktop:whitespace-nowrap">
      <Mark size={24} />
      <span className="min-[80rem]:max-wide:sr-only">{t('title')}</span>
    </Link>
  );
}

function ToSite() {
  const { t } = useTranslation('staff');
  return (
    <Link to={paths.home} className="link inline-flex min-h-11 items-center whitespace-nowrap">
      {t('to_site')}
    </Link>
  );
}

function Logout() {
  const { t } = useTranslation('staff');
  const logout = useLogout();
  return (
    <button type="button" className="link min-h-11 self-start" onClick={() => void logout(t('logged_out'))}>
      {t('log_out')}
    </button>
  );
}

function ToScanner() {
  const { t } = useTranslation('staff');
  return (
    <OnlyWith right="door.run">
      <Link to={paths.scanner} className="link inline-flex min-h-11 items-center whitespace-nowrap">
        {t('bar.scan')}
      </Link>
    </OnlyWith>
  );
}

/** A phone has no room for ten sections side by side, so they are listed below each other. */
function Menu({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['common', 'staff']);
  return (
    <Dialog title={t('menu')} isTitleHidden isFullScreen onClose={onClose} className="staff flex flex-col gap-6 px-5 pt-14 pb-8">
      <SectionLinks isList onFollow={onClose} />
      <div className="flex flex-col gap-4">
        <ToSite />
        <LanguageSwitch />
        <Logout />
      </div>
    </Dialog>
  );
}

function ClubTime() {
  return <p className="type-tabular font-bold">{timeText(useNow())}</p>;
}

const SECTIONS = ['start', 'tonight', 'nights', 'guests', 'orders', 'enquiries', 'gallery', 'words', 'team', 'audit', 'help'] as const;

type SectionName = (typeof SECTIONS)[number];

const pathOf = (name: SectionName): string => staffPath(name === 'start' ? '' : name);

type SectionLinksProps = { isList?: boolean; onFollow?: () => void };

function SectionLinks({ isList = false, onFollow }: SectionLinksProps) {
  const { t } = useTranslation('staff');
  const { pathname } = useLocation();
  const may = useMay();
  const isShown = (name: SectionName) => matchPath({ path: pathOf(name), end: name === 'start' }, pathname) !== null;
  return (
    <nav aria-label={t('sections.label')} className="relative overflow-x-auto">
      <ul className={isList ? 'flex flex-col border-t border-hairline text-[1.125rem] leading-6' : 'flex gap-x-3'}>
        {SECTIONS.filter((name) => may(rightOfSubject(name)) && (isList || name !== 'help')).map((name) => (
          <li key={name}>
            <Link
              to={pathOf(name)}
              state={FROM_CONSOLE}
              aria-current={isShown(name) ? 'page' : undefined}
              onClick={onFollow}
              className={classNames(
                'items-center gap-2 whitespace-nowrap text-muted hover:text-text focus-visible:-outline-offset-3 focus-visible:shadow-none aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-text',
                isList ? 'flex min-h-13 border-b border-hairline' : 'inline-flex min-h-11 border-b-2 border-transparent',
              )}
            >
              {t(`sections.${name}`)}
              {name === 'enquiries' && <NewEnquiries key={pathname} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The number of new enquiries, fetched again with every screen and every minute. */
function NewEnquiries() {
  const { t } = useTranslation('staff');
  const { data: counts } = useQuery({
    queryKey: ['enquiry-counts'],
    queryFn: ({ signal }) => staffApi.staffEnquiries.counts({}, { signal }),
    refetchInterval: MINUTE_MS,
  });
  const waiting = counts ? counts.rental.new + counts.dj.new : 0;
  return waiting > 0 && <Badge count={waiting} label={t('badges.enquiries', { count: waiting })} />;
}

type SectionTitleProps = {
  children: string;
  /** The buttons at the end of the line. */
  end?: ReactNode;
};

/** The heading of a section and the title of its tab. It may render after the section's data, so it takes the focus itself. */
export function SectionTitle({ children, end }: SectionTitleProps) {
  const { t } = useTranslation(['common', 'staff']);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <title>{`${children} · ${t('staff:title')}`}</title>
      <div className="flex items-center gap-2">
        <h1 ref={heading} tabIndex={-1} className="min-w-0 text-[1.25rem] leading-7 font-bold wrap-anywhere">
          {children}
        </h1>
        <HelpLink />
      </div>
      {end !== undefined && <div className="flex flex-wrap items-center gap-3">{end}</div>}
    </div>
  );
}

/** Below the page, because the line of sections has no room for it. */
function ToHelp() {
  const { t } = useTranslation('staff');
  return (
    <Link to={staffPath('help')} className="link inline-flex min-h-11 items-center">
      {t('sections.help')}
    </Link>
  );
}

/** A link to the help about the open section. */
function HelpLink() {
  const { t } = useTranslation('staff');
  const { pathname } = useLocation();
  const [, , subject = 'start'] = pathname.split('/');
  const section = SECTIONS.find((name) => name === subject);
  if (section === undefined || section === 'help' || section === 'audit') return null;
  return (
    <Link
      to={staffPath(`help/${section}`)}
      aria-label={t('help_of', { section: t(`sections.${section}`) })}
      className="no-print inline-grid size-11 shrink-0 place-items-center"
    >
      <QuestionMark />
    </Link>
  );
}

function QuestionMark() {
  return (
    <span aria-hidden className="grid size-6 place-items-center rounded-full border border-control font-semibold hover:border-bone">
      ?
    </span>
  );
}
