/** Returns first and last name with one space between; a complimentary guest or a deleted account may lack either. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string => `${firstName} ${lastName}`.trim();
