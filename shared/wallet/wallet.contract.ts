import { z } from 'zod';
import { LANGUAGES } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { wireLongId } from '#shared/wire.ts';

const params = z.object({ id: wireLongId });
const query = z.object({ lang: z.enum(LANGUAGES).optional() });

/** Passes of an own unused ticket; 404 while the wallet is not configured. */
export const walletContract = {
  apple: endpoint('GET', '/Tickets/:id/apple-pass', 'user', {
    summary: 'An own unused ticket as an Apple Wallet pass',
    params,
    query,
    output: z.unknown(),
    produces: 'application/vnd.apple.pkpass',
    errors: ['ticket_not_found'],
  }),
  google: endpoint('GET', '/Tickets/:id/google-pass', 'user', {
    summary: 'The address that puts an own unused ticket into Google Wallet',
    params,
    query,
    output: z.object({ url: z.string() }),
    errors: ['ticket_not_found'],
  }),
};
