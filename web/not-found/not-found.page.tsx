import { useLocation } from 'react-router';
import { coverRatios, coverUrl } from '#shared/media/covers.ts';
import { lostCoverId } from '#shared/media/lost-cover.ts';
import { NotFound } from '#web/layout/error-page.tsx';
import { Poster } from '#web/ui/picture.tsx';

/** Beside a poster of its own; it reaches the edges of the window. */
export default function NotFoundPage() {
  const cover = lostCoverId(useLocation().pathname);
  return (
    <div className="desktop:grid desktop:min-h-(--view) desktop:grid-cols-[minmax(0,1fr)_31.25rem]">
      <div className="flex items-center">
        <NotFound cap={144} />
      </div>
      <div className="relative">
        <Poster
          src={coverUrl(cover, '1x2')}
          {...coverRatios['1x2']}
          className="aspect-5/4 desktop:absolute desktop:inset-0 desktop:aspect-auto desktop:h-full"
        />
      </div>
    </div>
  );
}
