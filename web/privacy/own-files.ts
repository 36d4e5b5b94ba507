import type { Language } from '#shared/constants.ts';
import { venueDay } from '#shared/dates.ts';
import { myDataFileName, myTicketsFileName } from '#shared/privacy/file-name.ts';
import { api } from '#web/lib/browser-api.ts';
import { FILE_TIMEOUT_MS } from '#web/lib/fetch-send.ts';
import type { OwnFile } from './use-download.ts';

/** Everything we have about the guest, for people and programs to read. */
export async function fetchMyData(): Promise<OwnFile> {
  const copy = await api.privacy.myData({}, { timeoutMs: FILE_TIMEOUT_MS });
  const content = new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' });
  return { content, name: myDataFileName(venueDay(copy.madeAt)) };
}

/** All unused tickets on paper; nothing when there is none. */
export async function fetchMyTickets(lang: Language, now: Date): Promise<OwnFile | undefined> {
  const tickets = await api.tickets.mine();
  if (tickets.every(({ isUsedTicket }) => isUsedTicket)) return undefined;
  return { content: await api.tickets.allPdf({ lang }, { timeoutMs: FILE_TIMEOUT_MS }), name: myTicketsFileName(venueDay(now)) };
}
