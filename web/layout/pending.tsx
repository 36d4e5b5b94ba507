import { useLayoutEffect, type ReactNode } from 'react';
import { lowArt } from '#web/lib/low-art.ts';
import { classNames } from '#web/ui/class-names.ts';
import { PageBody } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

const title = 'h-14 w-3/4 max-w-md desktop:h-20';
const four = [1, 2, 3, 4];

const outlines: { at: RegExp; outline: () => ReactNode }[] = [
  { at: /^\/$/, outline: Home },
  { at: /^\/events\//i, outline: Event },
  { at: /^\/allevents/i, outline: EventList },
  { at: /^\/gallery/i, outline: Gallery },
];

/** The outlines of the loading screen, shown by `web/root.tsx` if loading takes longer than a moment. */
export function Pending({ pathname }: { pathname: string }) {
  const { t } = useTranslation();
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  const Outline = outlines.find(({ at }) => at.test(pathname))?.outline ?? Text;
  return (
    <>
      <output className="sr-only">{t('loading')}</output>
      <Outline />
    </>
  );
}

function Home() {
  return (
    <>
      <div className="flex flex-col-reverse desktop:grid desktop:min-h-[clamp(30rem,72vh,45rem)] desktop:grid-cols-[minmax(0,1fr)_min(31.25rem,40.6%)]">
        <Lines className="px-5 pt-4 pb-5 desktop:self-end desktop:p-10" />
        <Skeleton className="aspect-5/4 desktop:aspect-auto" />
      </div>
      <div className="px-5 pt-6 pb-12 desktop:px-10 desktop:pt-16">
        <Skeleton className={title} />
        <div className="mt-8 grid gap-x-3 gap-y-8 phone:grid-cols-2 phone:gap-y-10 desktop:grid-cols-4 desktop:gap-x-6">
          {four.map((place) => (
            <Card key={place} />
          ))}
        </div>
      </div>
    </>
  );
}

function Event() {
  return (
    <>
      <div className="desktop:grid desktop:grid-cols-[min(32.5rem,42.2%)_minmax(0,1fr)]">
        <Skeleton className={classNames(lowArt, 'desktop:aspect-auto desktop:min-h-[clamp(30rem,var(--view)*.58,40.625rem)]')} />
        <Lines className="p-5 desktop:self-end desktop:p-10" />
      </div>
      <div className="grid gap-10 px-5 py-8 desktop:grid-cols-[minmax(0,1fr)_21.25rem] desktop:gap-x-14 desktop:px-10 desktop:pt-8 desktop:pb-12">
        <Rows />
        <Skeleton className="hidden h-64 desktop:block" />
      </div>
    </>
  );
}

function EventList() {
  return (
    <PageBody>
      <Skeleton className={title} />
      <Skeleton className="mt-8 h-9 w-64 max-w-full" />
      <div className="mt-16 grid gap-y-6 desktop:gap-y-12">
        {four.map((place) => (
          <div
            key={place}
            className="grid grid-cols-[min(7rem,28vw)_minmax(0,1fr)] gap-x-4 desktop:grid-cols-[10rem_11rem_minmax(0,1fr)] desktop:gap-x-8"
          >
            <Skeleton className="aspect-4/5" />
            <Skeleton className="hidden h-20 desktop:block" />
            <Skeleton className="h-14 max-w-lg" />
          </div>
        ))}
      </div>
    </PageBody>
  );
}

function Gallery() {
  return (
    <PageBody>
      <Skeleton className={title} />
      <div className="mt-8 grid gap-x-6 gap-y-16 tablet:grid-cols-2">
        <Skeleton className="aspect-3/2 tablet:col-span-2" />
        {four.map((place) => (
          <Skeleton key={place} className="aspect-3/2" />
        ))}
      </div>
    </PageBody>
  );
}

function Text() {
  return (
    <PageBody>
      <Skeleton className={title} />
      <div className="mt-8 max-w-[62ch]">
        <Rows />
      </div>
    </PageBody>
  );
}

/** A row on a phone. */
function Card() {
  return (
    <div className="grid grid-cols-[min(7rem,28vw)_minmax(0,1fr)] gap-x-4 gap-y-4 phone:grid-cols-1">
      <Skeleton className="row-span-2 aspect-4/5 phone:row-span-1" />
      <Skeleton className="h-12" />
      <Skeleton className="h-8 w-2/3" />
    </div>
  );
}

function Lines({ className }: { className: string }) {
  return (
    <div className={className}>
      <Skeleton className="h-16 w-4/5 desktop:h-32" />
      <Skeleton className="mt-5 h-16 w-1/2 desktop:mt-10 desktop:h-24" />
    </div>
  );
}

function Rows() {
  return (
    <div className="grid content-start gap-4">
      {four.map((place) => (
        <Skeleton key={place} className="h-8" />
      ))}
    </div>
  );
}
