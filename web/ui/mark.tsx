/** The two arches, without the name. */
export function Mark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 40 40" width={size} height={size} fill="none" stroke="currentColor" strokeWidth="5.2" aria-hidden="true">
      <path d="M2.6 40V20a17.4 17.4 0 0 1 34.8 0v20" />
      <path d="M13 40V20a7 7 0 0 1 14 0v20" />
    </svg>
  );
}
