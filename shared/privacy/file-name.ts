/** The file name of the copy of a user's data, by the venue's day: `rkali-my-data-2026-11-20.json`. */
export const myDataFileName = (day: string): string => `rkali-my-data-${day}.json`;

/** The file name of all tickets of a user: `rkali-tickets-2026-11-20.pdf`. */
export const myTicketsFileName = (day: string): string => `rkali-tickets-${day}.pdf`;
