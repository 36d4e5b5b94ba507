/** The progress of an enquiry: unread, being handled, answered, or closed. */
export const ENQUIRY_STATES = ['new', 'open', 'answered', 'closed'] as const;
export type EnquiryState = (typeof ENQUIRY_STATES)[number];

/** The name of the honeypot: a hidden field, with a name that programs like to fill in. */
export const HONEYPOT = 'subject';
