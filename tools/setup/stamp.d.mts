export function isFresh(stampFile: string, inputs: string[], extra?: string): boolean;
export function remake(stampFile: string, inputs: string[], extra: string, make: () => Promise<void>): Promise<void>;
