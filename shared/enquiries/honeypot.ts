/** Name of a field that no person sees: whoever fills it in is a program. The name is one that programs like to fill in. */
export const HONEYPOT = 'subject';
