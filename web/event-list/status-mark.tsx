/** The shape of a state, so that it does not depend on the word alone: a clock, a dot, a square, a bar, a cross. */
const shapes = {
  starting_soon: 'M8 2a6 6 0 1 0 .01 0ZM8 5v3.5l2.5 1.5',
  not_yet: 'M8 2a6 6 0 1 0 .01 0ZM8 5v3.5l2.5 1.5',
  in_session: 'M8 6a2 2 0 1 0 .01 0Z',
  ended: 'M4 4h8v8h-8Z',
  sale_over: 'M4 4h8v8h-8Z',
  sold_out: 'M8 2a6 6 0 1 0 .01 0ZM4 12l8-8',
  called_off: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
} as const;
export type EventState = keyof typeof shapes;

export function StatusMark({ state }: { state: EventState }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={state === 'in_session' ? 4 : 2}
      className="size-4 shrink-0"
    >
      <path d={shapes[state]} />
    </svg>
  );
}
