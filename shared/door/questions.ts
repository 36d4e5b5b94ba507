/**
 * What a person at the door may decide against the rule. `under_18` and `doubtful` are asked by the phone alone, because a guest's status and
 * age are only shown (docs/decisions/0086).
 */
export const QUESTIONS = ['other_event', 'rejected_before', 'free_until_over', 'list_full', 'under_18', 'doubtful'] as const;
export type Question = (typeof QUESTIONS)[number];

/** The questions that a person answered with Admit. Each waives its own rule and no other. */
export type Answered = readonly Question[];

export const toQuestion = (reason: string): Question | undefined => QUESTIONS.find((known) => known === reason);
