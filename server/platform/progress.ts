/** Hears what a long work does now, and how much of it is done where that is known. */
export type OnProgress = (step: string, done?: number, total?: number) => void;

export const ignoreProgress: OnProgress = () => undefined;
