export type LockFile = {
  packages: Record<string, { version?: string; optionalDependencies?: Record<string, string>; dev?: boolean; integrity?: string }>;
};
export function completeLock(lock: LockFile): LockFile;
export function undescribed(lock: LockFile): [path: string, entry: object][];
