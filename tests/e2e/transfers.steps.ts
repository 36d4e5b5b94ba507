import { paths } from '#shared/paths.ts';
import type { Guest } from './guest.ts';

export const EVENT = { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura' };

/** Opens what an owner can do with a ticket; returns the dialog and the button that opened it. */
export async function openTicket({ page, t }: Pick<Guest, 'page' | 't'>, id: number) {
  await page.goto(paths.myTickets);
  const tickets = page.getByRole('list', { name: t('tickets:title') });
  const open = tickets.getByRole('button', { name: t('tickets:transfer_of', { id: String(id) }) });
  await open.click();
  return { dialog: page.getByRole('dialog'), open };
}
