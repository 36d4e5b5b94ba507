import type { Language } from '#shared/constants.ts';

/** A language and the width of a window, in which journeys are played. */
export type View = { language: Language; width: number };

/** The hardest view: long Georgian words on a phone. */
export const onPhone = { language: 'ka', width: 390 } as const satisfies View;

export const onDesktop = { language: 'en', width: 1440 } as const satisfies View;

export const nameOf = ({ language, width }: View): string => `${language} ${width}`;

/** Playwright's project of a view. */
export const projectOf = (view: View) => ({ name: nameOf(view), use: view });
