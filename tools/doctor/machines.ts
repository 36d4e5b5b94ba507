import { findMachines } from '#server/platform/db/machines.ts';
import { fault, type Finding, leftOut, well } from './finding.ts';
import type { Site } from './site.ts';

const CHECK = 'machines';

/** Lists the machines that serve the site, and those that an update has left behind. */
export async function checkMachines({ ctx, env }: Site): Promise<Finding[]> {
  if (!ctx || env.databaseUrl === undefined) return [];
  const machines = await findMachines(ctx.database.pool);
  if (machines.length === 0) return [leftOut(CHECK, 'none serves the site now')];
  const text = machines.map(({ name, version, processes }) => `${name} (${version}, ${processes} processes)`).join(', ');
  const newest = machines.map(({ version }) => version).toSorted((one, two) => two.localeCompare(one, 'en', { numeric: true }))[0];
  const behind = machines.filter(({ version }) => version !== newest).map(({ name }) => name);
  if (behind.length === 0) return [well(CHECK, text)];
  return [fault(CHECK, `run different versions: ${text}`, `run npm run update on ${behind.join(', ')}`)];
}
