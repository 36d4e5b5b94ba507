import { classNames } from '#web/ui/class-names.ts';

const corners = [
  'start-0 top-0 border-s-6 border-t-6',
  'end-0 top-0 border-e-6 border-t-6',
  'start-0 bottom-0 border-s-6 border-b-6',
  'end-0 bottom-0 border-e-6 border-b-6',
];

/** The corners of the square to aim with. */
export function Brackets({ colour }: { colour: string }) {
  return (
    <div aria-hidden="true" className="relative aspect-square max-h-[min(18.125rem,36dvh)] min-h-16 grow basis-0">
      {corners.map((corner) => (
        <span key={corner} className={classNames('absolute size-[min(3rem,34%)]', corner, colour)} />
      ))}
    </div>
  );
}
