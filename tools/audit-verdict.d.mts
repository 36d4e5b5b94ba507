export type Answer = { found: string[] } | { unanswered: string };
export function vulnerabilitiesIn(stdout: string): Answer;
export function signaturesIn(stdout: string): Answer;
