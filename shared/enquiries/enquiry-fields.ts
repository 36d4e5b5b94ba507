/** How far the club is with an enquiry: nobody looked, somebody does, it was answered, or nothing more is to be done. */
export const ENQUIRY_STATES = ['new', 'open', 'answered', 'closed'] as const;
export type EnquiryState = (typeof ENQUIRY_STATES)[number];

/** Name of the honeypot: a hidden field, with a name that programs like to fill in. */
export const HONEYPOT = 'subject';
