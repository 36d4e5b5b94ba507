import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { OwnMailsInput } from './own-mails.schemas.ts';

/** `offered`: the mails that the caller's rights allow. `address`: where they go; null until it is proved. */
export const OwnMailsView = OwnMailsInput.extend({
  offered: z.object({ soldOut: z.boolean(), waitingGuests: z.boolean() }),
  address: z.string().nullable(),
});
export type OwnMailsView = z.infer<typeof OwnMailsView>;

export const ownMailsContract = {
  get: endpoint('GET', '/staff/own-mails', 'console.open', {
    summary: 'Which mails about the club the caller gets',
    output: OwnMailsView,
  }),
  change: endpoint('PUT', '/staff/own-mails', 'console.open', {
    summary: 'Chooses which mails about the club the caller gets',
    body: OwnMailsInput,
    output: OwnMailsView,
    invalidStatus: 422,
  }),
};
