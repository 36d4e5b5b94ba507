import type { ReactNode } from 'react';

type NeedRowProps = {
  /** A figure, or the sign of an alert. */
  sign: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  children: ReactNode;
};

/** One thing that waits for a person, with its buttons. */
export function NeedRow({ sign, title, note, children }: NeedRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline px-4 py-3 last:border-b-0">
      <span className="flex min-w-0 flex-[1_1_16rem] items-start gap-4">
        <span className="type-tabular grid w-10 shrink-0 place-items-center text-[1.5rem] leading-7 font-bold">{sign}</span>
        <span className="min-w-0 self-center">
          <span className="block font-semibold wrap-anywhere">{title}</span>
          {note !== undefined && <span className="block text-muted wrap-anywhere">{note}</span>}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">{children}</span>
    </li>
  );
}
