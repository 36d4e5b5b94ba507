/** The two accounts of the demo, printed at the start. Their data is invented. */
export const demoAccounts = {
  admin: {
    email: 'admin@rkali.example',
    password: 'Night-Shift-1',
    firstName: 'Tamar',
    lastName: 'Kapanadze',
    phoneNumber: '+995 555 01 07 23',
    personalNumber: '01010101010',
    birthdate: '1991-03-14',
    socialMediaProfileLink: 'https://instagram.com/rkali.example.tamar',
    role: 'Admin',
    language: 'en',
  },
  guest: {
    email: 'guest@rkali.example',
    password: 'Night-Guest-1',
    firstName: 'Nino',
    lastName: 'Beridze',
    phoneNumber: '+995 555 23 00 07',
    personalNumber: '01020304050',
    birthdate: '1998-04-12',
    socialMediaProfileLink: 'https://instagram.com/rkali.example.nino',
    role: 'User',
    language: 'en',
  },
} as const;
export type DemoAccount = (typeof demoAccounts)[keyof typeof demoAccounts];
