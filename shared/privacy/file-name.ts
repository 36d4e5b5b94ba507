/** The file name of a user's data copy, by the venue's day: `my-data-2026-11-20.json`. */
export const myDataFileName = (day: string): string => `my-data-${day}.json`;

/** The file name of all of a user's tickets: `tickets-2026-11-20.pdf`. */
export const myTicketsFileName = (day: string): string => `tickets-${day}.pdf`;
