import { defineConfig, type OxlintOverride } from 'oxlint';
import { type Ban, placesIn, placesInWeb } from './tools/folder-order.ts';

/** The server's domains from top to bottom: a domain imports only those below it, none above or beside it (docs/architecture.md). */
const layers = [['demo'], ['fake-bank'], ['backoffice'], ['door'], ['sales'], ['accounts', 'content'], ['platform']];

/** A function can be read on one screen. */
const FUNCTION_LINES_MAX = 60;

const noClimbing = { regex: '^\\.\\./', message: 'Across folders by #room/feature/file.ts, inside one by ./file.ts.' };
const noWeb = { regex: '^#(web|tools|lab|tests)/', message: 'server never imports web (it loads the built renderer), tools, lab, tests.' };
const noServer = { regex: '^(#(server|tools|lab|tests)/|node:|pg$|drizzle-orm|fastify)', message: 'web never imports these.' };
const noLab = { regex: '^#(lab|tests)/', message: 'tools import neither lab nor tests.' };
const noRoom = {
  regex: '^(#(server|web|tools|lab|tests|generated)/|node:|(react|react-dom|react-router|fastify|pg|drizzle-orm)(/|$))',
  message: 'shared imports only shared and zod.',
};
const noClub = {
  regex: '^(#(server|tools|lab|tests)/|node:|#shared/([a-z-]+/|(api|contract|errors|paths|wire)\\.ts)|#web/([a-tv-z]|ui[^/]))',
  message: 'web/ui knows nothing about the club.',
};

const roles: [files: string, ...bans: Ban[]][] = [
  ['*'],
  [
    '*.queries.ts',
    { regex: '(\\.(service|api|jobs|routes)\\.ts|^fastify.*)$', message: 'Queries know tables, neither services nor HTTP.' },
  ],
  ['*.service.ts', { regex: '(\\.(api|routes)\\.ts|^(fastify|@fastify/.*|react.*))$', message: 'Services know neither HTTP nor screens.' }],
  ['*.api.ts', { regex: '\\.queries\\.ts$', message: 'API files call services, never queries.' }],
];

const restrict = (files: string[], ...bans: Ban[]): OxlintOverride => {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns: [...bans, noClimbing] }] } };
};

const domains = layers.flatMap((layer, depth) =>
  layer.flatMap((domain) => {
    const notBelow = layers.slice(0, depth + 1).flat();
    const others = notBelow.filter((other) => other !== domain);
    const order = { regex: `^#server/((${others.join('|')})/|[^/]+$)`, message: `${domain} imports only what stands below it.` };
    return placesIn(domain).flatMap(([path, ...above]) =>
      roles.map(([files, ...bans]) => restrict([`${path}/${files}`], noWeb, order, ...above, ...bans)),
    );
  }),
);

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'unicorn', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  env: { es2024: true, node: true, browser: true },
  ignorePatterns: ['dist/**', 'data/**', 'generated/**', 'node_modules/**', 'server/platform/db/migrations/**'],
  rules: {
    'import/no-cycle': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'no-console': 'error',
    'react/no-unstable-nested-components': ['error', { allowAsProps: true }],
    ...off('react/react-in-jsx-scope', 'import/no-unassigned-import', 'import/no-named-as-default-member', 'promise/always-return'),
    ...off('no-await-in-loop', 'no-shadow', 'no-underscore-dangle', 'no-unmodified-loop-condition'),
    ...off('unicorn/no-array-sort', 'unicorn/consistent-function-scoping'),
  },
  overrides: [
    restrict(['shared/**'], noRoom),
    restrict(['server/*'], noWeb),
    ...domains,
    ...placesInWeb().map(([files, ...bans]) => restrict([files], noServer, ...bans)),
    restrict(['web/ui/**'], noClub),
    restrict(['tools/**'], noLab),
    { files: ['server/**'], rules: { 'max-lines-per-function': ['error', { max: FUNCTION_LINES_MAX }] } },
    { files: ['{tools,lab,tests}/**', 'server/{start,prepare,run}.ts'], rules: off('no-console') },
    {
      files: ['**/*.{test,nightly,e2e}.{ts,tsx}'],
      rules: off('no-restricted-imports', 'no-unmodified-loop-condition', 'max-lines-per-function'),
    },
  ],
});

function off(...names: string[]): Record<string, 'off'> {
  return Object.fromEntries(names.map((name) => [name, 'off']));
}
