export const rentalForm = { name: 'Nino', email: 'nino@example.com', eventDescription: 'A birthday' };
export const djForm = {
  fullName: 'Ana B',
  stageName: 'DJ Ana',
  socialLink: 'https://social.example/ana',
  musicLink: 'https://music.example/ana',
  motivation: 'Long sets',
};
