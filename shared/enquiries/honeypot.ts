/** The name of the honeypot, a hidden field whose name attracts bots. */
export const HONEYPOT = 'subject';
