import type { WholeApi } from '#shared/staff-api.ts';
import type { TestApp } from '#tests/setup/app.ts';

export const promoterRules = { name: 'Luka', perArrival: 3.5, percent: 10 };

export async function newPromoter(api: WholeApi, refCode = 'luka'): Promise<number> {
  const { items } = await api.staffPromoters.add({ body: { refCode, ...promoterRules } });
  return items.find((promoter) => promoter.refCode === refCode)?.id ?? 0;
}

/** Opens a page through a promoter's link as a browser does. Returns the cookies that it sets. */
export async function openByRef(app: TestApp, address: string, headers: Record<string, string> = {}): Promise<string[]> {
  const response = await fetch(app.url + address, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/150.0', ...headers } });
  await response.text();
  return response.headers.getSetCookie();
}

type Prepare = (app: TestApp, api: WholeApi) => Promise<{ id?: number; body?: Record<string, unknown> }>;
let made = 0;
const another = async (api: WholeApi) => ({ id: await newPromoter(api, `luka-${(made += 1)}`) });

/** Effective inputs of the commands about promoters. */
export const promoterCommands: Record<string, Prepare> = {
  'staffPromoters.add': async () => ({ body: { refCode: `nino-${(made += 1)}`, ...promoterRules } }),
  'staffPromoters.change': async (_app, api) => ({ ...(await another(api)), body: { ...promoterRules, percent: 5, version: 1 } }),
  'staffPromoters.end': async (_app, api) => another(api),
  'staffPromoters.reopen': async (_app, api) => {
    const { id } = await another(api);
    await api.staffPromoters.end({ id });
    return { id };
  },
  'staffPromoters.makeLink': async (_app, api) => another(api),
  'staffPromoters.endLink': async (_app, api) => {
    const { id } = await another(api);
    await api.staffPromoters.makeLink({ id });
    return { id };
  },
};
