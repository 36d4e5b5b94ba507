/** What the fake bank gave the club to sign in with. Worth nothing: it moves no money. */
export const FAKE_BANK_CLIENT = { clientId: 'club', clientSecret: 'fake-bank-secret' } as const;
