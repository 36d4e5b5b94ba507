/** What calls itself a program. Those that hide are kept small by the limit per address. */
const PROGRAM = /bot|crawl|spider|slurp|preview|headless|lighthouse|monitor|scan|curl|wget|python|java\/|go-http|node|axios|okhttp/i;

/** A browser always says what it is. */
export const isBot = (userAgent: string | undefined): boolean => !userAgent || PROGRAM.test(userAgent);
