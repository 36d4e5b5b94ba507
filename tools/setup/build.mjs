import { mkdirSync, readFileSync } from 'node:fs';
import { inProject, root, run, timed, withLock } from './project.mjs';
import { isFresh, remake } from './stamp.mjs';

const fontTools = ['tools/fonts.ts', 'tools/fonts', 'tools/mtavruli-outlines.ts'];
const fontPackages = [
  '@fontsource-variable/archivo',
  '@fontsource-variable/noto-sans-georgian',
  '@fontsource/firago',
  'fontkit',
  'fontverter',
  'subset-font',
];
const pictureTools = ['tools/size-placeholder-images.ts', 'server/content/gallery/placeholder-images', 'shared/gallery/pictures.ts'];
const siteParts = [
  'web',
  'shared',
  'generated',
  'tools/vite',
  'index.html',
  'door.html',
  'vite.config.ts',
  'vite.door.config.ts',
  'tsconfig.json',
  'package-lock.json',
];

/** Makes the font files, outlines and smaller placeholder images that the site and the server need. */
export async function makeGeneratedFiles(node) {
  const versions = fontPackages.map(versionOf).join(' ');
  await makeWhenStale({ stamp: 'generated/.stamp.json', inputs: fontTools, extra: versions, title: 'Cutting the fonts' }, async () => {
    mkdirSync(inProject('generated'), { recursive: true });
    await run(node, [inProject('tools/fonts.ts')], { failure: 'Cutting the fonts failed' });
    await run(node, [inProject('tools/mtavruli-outlines.ts')], { failure: 'The outlines of the Georgian capitals could not be made' });
  });
  const sizes = { stamp: 'generated/placeholder-images/.stamp.json', inputs: pictureTools, extra: versionOf('sharp') };
  await makeWhenStale({ ...sizes, title: 'Sizing the placeholder images' }, async () => {
    mkdirSync(inProject('generated/placeholder-images'), { recursive: true });
    await run(node, [inProject('tools/size-placeholder-images.ts')], { failure: 'The placeholder images could not be sized' });
  });
}

const versionOf = (name) => JSON.parse(readFileSync(inProject('node_modules', name, 'package.json'), 'utf8')).version;

/** Builds the browser's files, the server's renderer of the same pages, and the phones' door. */
export async function buildSite(node) {
  await makeWhenStale({ stamp: 'dist/.stamp.json', inputs: siteParts, extra: '', title: 'Building the site' }, async (step) => {
    const vite = [inProject('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'];
    const options = { env: { ...process.env, NODE_ENV: 'production' }, failure: 'The site could not be built' };
    mkdirSync(inProject('dist'), { recursive: true });
    step('1 of 3');
    await run(node, vite, options);
    step('2 of 3');
    await run(node, [...vite, '--ssr', 'web/entry-server.tsx'], options);
    step('3 of 3');
    await run(node, [...vite, '--config', 'vite.door.config.ts'], options);
  });
}

async function makeWhenStale({ stamp, inputs, extra, title }, make) {
  const stampFile = inProject(stamp);
  if (isFresh(stampFile, inputs, extra)) return;
  await withLock(root, async () => {
    if (isFresh(stampFile, inputs, extra)) return;
    await timed(title, (step) => remake(stampFile, inputs, extra, () => make(step)));
  });
}
