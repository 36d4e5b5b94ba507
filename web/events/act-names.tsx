import type { LineUpView } from '#shared/events/event.views.ts';
import { classNames } from '#web/ui/class-names.ts';

/** Names in a row, headline acts in bold; a name and its comma stay on one line. */
export function ActNames({ acts }: { acts: readonly LineUpView[] }) {
  return acts.map(({ id, artistName, isHeaderLineUp }, place) => (
    <span key={id}>
      {place > 0 && ' '}
      <span className="inline-block max-w-full wrap-anywhere">
        <bdi className={classNames(isHeaderLineUp && 'font-bold')}>{artistName}</bdi>
        {place < acts.length - 1 && ','}
      </span>
    </span>
  ));
}
