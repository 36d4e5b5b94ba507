const WRITTEN_IN = 'input:not([type=checkbox], [type=radio]), textarea, select';

/** A section's keys are ignored while the user types in a field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(WRITTEN_IN));
