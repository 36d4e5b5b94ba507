import TriangleAlert from 'lucide-react/icons/triangle-alert';

/** What went wrong with a line, at the line; the toast reads it out. */
export function LineProblem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="type-meta flex gap-2 font-semibold text-danger">
      <TriangleAlert size={20} className="shrink-0" />
      {text}
    </p>
  );
}
