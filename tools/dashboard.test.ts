import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { expectNightly, writeOutcome } from '#server/backoffice/backup/nightly.queries.ts';
import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import { startTestApp } from '#tests/setup/app.ts';

const read = (name: string): string => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8');

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })).min(10),
});
/** Matches each expression of a rules file: the rest of the line, or the indented lines below `>`. */
const RULE = /^ +expr: (?:>\n((?: {10,}.*\n)+)|(.*)\n)/gm;

/** Words of PromQL, and `up`, which Prometheus adds. */
const NO_METRICS = new Set([
  'sum',
  'rate',
  'by',
  'le',
  'on',
  'or',
  'histogram_quantile',
  'group_left',
  'instance',
  'process',
  'class',
  'status',
  'version',
  'up',
]);

/** Returns the names in an expression that are no label, number or PromQL word. */
const metricsIn = (expression: string): string[] =>
  [...expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '').matchAll(/(?<![\w.])[a-z_]\w*/gi)]
    .map(([name]) => name)
    .filter((name) => !NO_METRICS.has(name));

async function exportedNames(): Promise<Set<string>> {
  const app = await startTestApp({ isFresh: true });
  const now = app.clock.now();
  await expectNightly(app.ctx.db, now);
  await writeOutcome(app.ctx.db, { triedAt: now, error: null, goodAt: now, fileName: 'rkali.backup', bytes: 1_000 });
  await raiseAlert(app.ctx, { kind: 'refund_failed', subject: 'refund 3', detail: 'The bank refused it.' });
  await (await fetch(`${app.url}/api/Events`)).arrayBuffer();
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return new Set([...text.matchAll(/^(\w+)(?:\{| )/gm)].map(([, name = '']) => name));
}

test('every metric of the dashboard and of the rules is one that the site exports', async () => {
  const { panels } = Dashboard.parse(JSON.parse(read('grafana-dashboard.json')));
  const rules = [...read('alert-rules.yml').matchAll(RULE)].map(([, long, short]) => long ?? short ?? '');
  expect(rules.length).toBe(read('alert-rules.yml').split('- alert:').length - 1);
  const named = [...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), ...rules].flatMap(metricsIn);
  const exported = await exportedNames();
  expect(new Set(named).size).toBeGreaterThan(15);
  expect(named.filter((name) => !exported.has(name))).toEqual([]);
  // Each metric must be drawn, so that no new one is forgotten.
  const drawn = new Set(named.map((name) => name.replace(/_(bucket|count|sum)$/, '')));
  expect([...exported].map((name) => name.replace(/_(bucket|count|sum)$/, '')).filter((name) => !drawn.has(name))).toEqual([]);
});
