/** Puts `text` in the place of what stands from `start` to `end`. */
export type Edit = { start: number; end: number; text: string };

/** From the end, so that the places before it stay where they are. An edit inside another one is lost with it. */
export function applyEdits(code: string, edits: Edit[]): string {
  const ordered = edits.toSorted((one, other) => other.start - one.start || one.end - other.end);
  const outer = ordered.filter(({ start, end }) => !edits.some((edit) => edit.start < start && end <= edit.end));
  return outer.reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code);
}
