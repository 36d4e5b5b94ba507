/** Names of covers that were never an event's: of all names tried, these fall on the family and the print set of art direction §10. */
export const promoCovers = { rent: 'rent-8', play: 'play-here-3' } as const;
export const promoSets = { rent: 5, play: 8 } as const;
