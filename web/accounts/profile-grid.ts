/** Two columns, the same for reading and editing: no row moves in between. */
export const profileGrid = 'grid items-start gap-6 tablet:grid-cols-2 tablet:gap-x-4';
