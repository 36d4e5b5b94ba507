/** The object storage did not do what it was asked, in one line for the operator. Guests and staff read that it is not available. */
export class StorageError extends Error {}
