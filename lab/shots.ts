import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { LANGUAGES } from '#shared/constants.ts';
import { launchBrowser } from '#tests/setup/chromium.ts';
import { writeCoverSheet } from './cover-sheet.ts';
import { takeMails } from './shots/mails.ts';
import { takePhoneShots, writeVerdictSheets } from './shots/phone-screens.ts';
import { screensOf } from './shots/screens.ts';
import { type Look, type Shot, takeShots, drawSheet, sheetPage, stack, writeSmall } from './shots/take.ts';
import { startDemoSite } from './trial/demo-site.ts';

/**
 * Takes screenshots of every screen in both languages and two widths into `shots/`, and of some in four more, with a sheet of each width
 * and one of six posters in ten states; and of emails at a phone's width, also alone: `npm run shots -- mails`.
 * `npm run shots [parts of screens' names] [-- --sheets docs/pictures]`; `phone` takes those of scanner devices alone, which need no server.
 */
const { values, positionals } = parseArgs({ options: { sheets: { type: 'string' } }, allowPositionals: true });
const isWanted = (name: string): boolean => positionals.length === 0 || positionals.some((part) => name.includes(part));
const WIDTHS = [390, 1440];
/** The smallest phones, tablets and large screens, for some screens. */
const OTHER_WIDTHS = [320, 768, 1024, 1920];
const SMALL_BYTES = 400 * 1024;
/** The screens that a new reader should see first, sheet by sheet: desktop, then phone. */
const SHEETS = {
  screens: {
    wide: ['home-en-1440', 'event-sold-in-part-en-1440', 'gallery-en-1440'],
    narrow: ['home-ka-390', 'event-sells-soon-en-390', 'djs-ka-390', 'cart-en-390', 'ticket-code-en-390', 'scanner-en-390'],
  },
  console: {
    wide: ['staff-tonight-en-1440', 'staff-line-up-en-1440', 'staff-verification-ka-1440'],
    narrow: [
      'staff-home-ka-390',
      'staff-tonight-en-390',
      'staff-events-en-390',
      'staff-ticket-types-en-390',
      'staff-verification-en-390',
      'staff-pages-ka-390',
    ],
  },
};

/** The manual's picture of tickets for friends. */
const FRIENDS = ['friends-link-en-390', 'friends-claim-en-390', 'phone-verdict-needs_name-en-390'];

const folder = fileURLToPath(new URL('../shots', import.meta.url));
if (positionals.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const PHONE = 'phone';
const wantsSite = positionals.length === 0 || positionals.some((part) => part !== PHONE);
const site = wantsSite ? await startDemoSite() : undefined;
const browser = await launchBrowser({ args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] });
const shots: Shot[] = [];
const failed: string[] = [];
const add = (taken: { shots: Shot[]; failed: string[] }) => {
  shots.push(...taken.shots);
  failed.push(...taken.failed);
};
try {
  if (site) {
    const screens = screensOf(site).filter(({ name }) => isWanted(name));
    const looks: Look[] = LANGUAGES.flatMap((language) => WIDTHS.map((width) => ({ language, width })));
    const take = async (look: Look, shown: typeof screens) => add(await takeShots(browser, site, { screens: shown, look, folder }));
    for (const look of looks) await take(look, screens);
    const everywhere = screens.filter(({ isEverywhere }) => isEverywhere);
    const otherLooks: Look[] = LANGUAGES.flatMap((language) => OTHER_WIDTHS.map((width) => ({ language, width })));
    for (const look of otherLooks) await take(look, everywhere);
    for (const width of WIDTHS) await writeSheets(shots.filter((shot) => shot.width === width));
    // Last: what causes emails changes what the screens show.
    if (isWanted('mails')) {
      const mails = await takeMails(browser, site, folder);
      failed.push(...mails.failed);
      console.log(`${mails.count} emails.`);
    }
    await writeCoverSheet(join(folder, 'poster-life.png'), 1, true);
  }
  if (values.sheets !== undefined) {
    for (const [name, shown] of Object.entries(SHEETS)) await writeSmallSheet(shots, shown, join(values.sheets, `${name}.png`));
  }
  if (isWanted(PHONE)) {
    const ofPhone = await takePhoneShots(browser, folder);
    add(ofPhone);
    if (values.sheets !== undefined) await writeVerdictSheets(folder, ofPhone.shots, values.sheets);
  }
  if (values.sheets !== undefined) await writeFriends(shots, join(values.sheets, 'friends.png'));
  console.log(`${shots.length} pictures in shots/; shots/index-390.html and shots/index-1440.html show them side by side.`);
  if (failed.length > 0) {
    console.log(`${failed.length} failed: ${failed.join(', ')}`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await site?.stop();
}

async function writeSheets(shots: Shot[]): Promise<void> {
  const [first] = shots;
  if (!first) return;
  await writeFile(join(folder, `index-${first.width}.html`), sheetPage(shots));
  const tile = first.width < 1024 ? { width: 195, height: 422, columns: 10 } : { width: 480, height: 300, columns: 4 };
  await (await drawSheet(folder, shots, tile)).png().toFile(join(folder, `sheet-${first.width}.png`));
}

/** Skips the picture if this run lacks one of its screenshots. */
async function writeFriends(shots: Shot[], file: string): Promise<void> {
  const own = FRIENDS.flatMap((name) => shots.find((shot) => shot.file === `${name}.png`) ?? []);
  if (own.length < FRIENDS.length) return;
  const sheet = await drawSheet(folder, own, { width: 390, height: 844, columns: FRIENDS.length });
  console.log(`${file}: ${await writeSmall(sheet, file, SMALL_BYTES)} bytes`);
}

type Shown = (typeof SHEETS)[keyof typeof SHEETS];

/** Skips a sheet if this run took none of its screenshots. */
async function writeSmallSheet(shots: Shot[], { wide, narrow }: Shown, file: string): Promise<void> {
  const pick = (names: string[]) => names.flatMap((name) => shots.find((shot) => shot.file === `${name}.png`) ?? []);
  if (pick([...wide, ...narrow]).length === 0) return;
  const rows = [
    await drawSheet(folder, pick(wide), { width: 532, height: 338, columns: 3 }),
    await drawSheet(folder, pick(narrow), { width: 260, height: 562, columns: 6 }),
  ];
  console.log(`${file}: ${await writeSmall(await stack(rows), file, SMALL_BYTES)} bytes`);
}
