/**
 * How many days we keep ended sign-ins and invitations, imported guests, sent mails, enquiries and security events: stated in the privacy policy, enforced by a
 * daily job.
 */
export const RETENTION_DAYS = {
  sessions: 30,
  invitations: 30,
  /** After the import, signed up or not. */
  knownGuests: 180,
  mails: 90,
  enquiries: 365,
  callbacks: 30,
  securityEvents: 365,
  /** After the event. */
  lists: 30,
} as const;
