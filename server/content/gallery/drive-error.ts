/**
 * `away`: of no use now, perhaps soon. `busy`: Drive asks for a pause. `refused`: somebody has to mend something. `spoilt`: this one
 * file cannot be had as it is now. The message says why, in words for the owner; it never holds an address, which may hold the key.
 */
export type DriveErrorKind = 'away' | 'busy' | 'refused' | 'spoilt';

export class DriveError extends Error {
  readonly kind: DriveErrorKind;
  /** Of a refusal that Drive answered. */
  readonly status: number | undefined;
  constructor(kind: DriveErrorKind, message: string, status?: number) {
    super(message);
    this.name = 'DriveError';
    this.kind = kind;
    this.status = status;
  }
}
