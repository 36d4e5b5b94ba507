import { demoAdmin, demoGuest, type DemoSite } from '#lab/trial/demo-site.ts';
import { createWholeApi } from '#shared/staff-api.ts';
import { paths } from '#shared/paths.ts';
import { createFetchSend } from '#web/lib/fetch-send.ts';

const LIST = 'Nulovani & friends';
const PROMOTER = { name: 'Luka', refCode: 'luka', perArrival: 3.5, percent: 0 };
const PEOPLE = [
  { firstName: 'Salome', lastName: 'Drift', plusOnes: 2 },
  { firstName: 'ქრისტინე', lastName: 'ხელაშვილი', plusOnes: 0 },
  { firstName: 'Luka', lastName: 'Beridze', plusOnes: 1 },
];

/** Returns a client of the whole API for this account, or an anonymous one. */
export async function wholeApi({ origin, logIn }: DemoSite, who?: Parameters<DemoSite['logIn']>[0]) {
  const send = createFetchSend(origin);
  const token = who ? await logIn(who) : null;
  return createWholeApi((request) => send(request, token));
}

/** Returns a new link to a guest list with three names; the list is made once. */
export async function linkOfList(site: DemoSite): Promise<string> {
  const id = site.events[1]?.id ?? 1;
  const { staffLists } = await wholeApi(site, demoAdmin);
  const found = (await staffLists.list({ id })).lists.find(({ name }) => name === LIST);
  const made =
    found ?? (await staffLists.add({ id, body: { name: LIST, allocation: 12, freeUntil: null } })).lists.find(({ name }) => name === LIST);
  const { url } = await staffLists.makeLink({ id: made?.id ?? 0 });
  const token = tokenOf(url);
  if (!found) await (await wholeApi(site)).ownList.add({ body: { token, entries: PEOPLE } });
  return `${paths.ownList}#${token}`;
}

export async function linkOfPromoter(site: DemoSite): Promise<string> {
  const { staffPromoters } = await wholeApi(site, demoAdmin);
  const isOurs = ({ refCode }: { refCode: string }) => refCode === PROMOTER.refCode;
  const found = (await staffPromoters.list()).items.find(isOurs) ?? (await staffPromoters.add({ body: PROMOTER })).items.find(isOurs);
  return `${paths.promoter}#${tokenOf((await staffPromoters.makeLink({ id: found?.id ?? 0 })).url)}`;
}

/** Returns the link of a ticket that the demo guest transfers. */
export async function linkOfTicket(site: DemoSite): Promise<string> {
  const { transfers, tickets } = await wholeApi(site, demoGuest);
  const { ticket } = await tickets.next({});
  return `${paths.acceptTransfer}#${tokenOf((await transfers.makeLink({ id: ticket?.id ?? 0 })).url)}`;
}

const tokenOf = (url: string): string => new URL(url).hash.slice(1);
