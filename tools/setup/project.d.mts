export function lockFolder(root: string): string;
export function withLock<T>(root: string, work: () => Promise<T>): Promise<T>;
