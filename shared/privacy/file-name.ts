/** What the copy of one's data is called, by the venue's day: `rkali-my-data-2026-11-20.json`. */
export const myDataFileName = (day: string): string => `rkali-my-data-${day}.json`;

/** What all of one's tickets together are called: `rkali-tickets-2026-11-20.pdf`. */
export const myTicketsFileName = (day: string): string => `rkali-tickets-${day}.pdf`;
