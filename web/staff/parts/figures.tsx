export type Figure = { label: string; value: string; note?: string };

/** Numbers in a row, split by hairlines (art direction §16). */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-2 border-y border-hairline tablet:flex">
      {figures.map(({ label, value, note }) => (
        <div
          key={label}
          className="flex grow flex-col border-hairline py-3 pe-4 max-tablet:last:odd:col-span-2 tablet:not-first:border-s tablet:not-first:ps-4"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="type-tabular text-[2.125rem] leading-10 font-bold">
            <span className="whitespace-nowrap">{value}</span>
            {note !== undefined && <span className="ms-2 text-[0.875rem] font-normal text-muted">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
