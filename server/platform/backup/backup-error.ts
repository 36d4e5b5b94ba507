/** A failure of a backup, as one sentence for the operator. */
export class BackupError extends Error {}

/** None of the given passphrases opens the file. */
export class WrongPassphrase extends BackupError {}
