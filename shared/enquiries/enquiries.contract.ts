import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { empty } from '#shared/wire.ts';
import { HONEYPOT } from '#shared/enquiries/honeypot.ts';

/** One JSON string, its parts joined by `||` (spec §7). */
const JoinedText = z.string('validation.message_required').trim().min(1, 'validation.message_required').max(10_000, 'validation.too_long');

const Honeypot = z.object({ [HONEYPOT]: z.string().optional() });

export const enquiriesContract = {
  rental: endpoint('POST', '/email/ClientContactToEmail', 'public', {
    summary: 'Send a rental request',
    query: Honeypot,
    body: JoinedText,
    output: empty,
    creates: true,
  }),
  dj: endpoint('POST', '/email/DJRequest', 'public', {
    summary: 'Send a DJ request',
    query: Honeypot,
    body: JoinedText,
    output: empty,
    creates: true,
  }),
};
