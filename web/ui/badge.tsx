/** A count; `label` says what is counted. */
export function Badge({ count, label }: { count: number; label: string }) {
  return (
    <span className="type-small type-tabular inline-grid min-w-5.5 place-items-center rounded-full bg-accent px-1.5 font-bold text-coal">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
