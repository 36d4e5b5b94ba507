import { readFile } from 'node:fs/promises';
import type { Env } from '#server/platform/config/env.ts';
import type { Deps } from '#server/platform/context.ts';
import { html, type Html } from '#server/platform/mail/layout.ts';
import { mailTranslator } from '#server/platform/mail/mail-kind.ts';
import type { Language } from '#shared/constants.ts';
import { loadOnce } from '#shared/load-once.ts';
import { colours } from '#shared/media/colours.ts';
import { paths } from '#shared/paths.ts';
import { UNSUBSCRIBE_STYLE } from './unsubscribe-token.ts';

type Shown = Pick<Deps, 'venue' | 'env'>;

/** What the link of a mail ends; the name of its texts. */
export type Ended = 'unsubscribe' | 'declineInvitation';

/** The page that asks for confirmation; its form is sent to its own address. */
export function askPage(deps: Shown, language: Language, ended: Ended): string {
  const t = mailTranslator(language);
  return page(deps, language, {
    title: t(`mail:${ended}.title`),
    body: html`<p>${t(`mail:${ended}.text`)}</p>
      <form method="post"><button type="submit">${t(`mail:${ended}.button`)}</button></form>`,
  });
}

/** The page after it, equal whether anything was ended or not. */
export function donePage(deps: Shown, language: Language, ended: Ended): string {
  const t = mailTranslator(language);
  return page(deps, language, { title: t(`mail:${ended}.done`), body: html`<p>${t(`mail:${ended}.again`)}</p>` });
}

/** No script, and no style but the one below. */
export const unsubscribeSecurityPolicy =
  "default-src 'none'; style-src 'self'; font-src data:; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

function page({ venue, env }: Shown, language: Language, { title, body }: { title: string; body: Html }): string {
  const name = language === 'ka' ? venue().nameKa : venue().name;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} — ${name}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${UNSUBSCRIBE_STYLE}" />
      </head>
      <body>
        <main>
          <a href="${env.publicUrl}${paths.home}?lang=${language}">${name}</a>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.markup;
}

const styleOf = ({ colour, textColour }: Env['venue']) => `
* { box-sizing: border-box }
body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: ${colours.bg}; color: ${textColour};
  font: 18px/1.5 'Rkali Text', sans-serif; color-scheme: dark }
main { width: min(100%, 36rem); padding: 2rem 1.25rem; overflow-wrap: anywhere }
h1 { margin: 1.5rem 0; font: 900 clamp(2rem, 8vw, 3rem)/1.1 'Rkali Display', 'Rkali Text', sans-serif; text-transform: uppercase }
p { margin: 0 0 2rem; color: ${colours.textMuted} }
a { display: inline-block; min-width: 44px; min-height: 44px; padding: 10px 0; color: ${textColour}; font-weight: 600; text-underline-offset: 4px }
button { width: 100%; min-height: 3.5rem; padding: .75rem 1rem; border: 0; border-radius: 2px; background: ${colour};
  color: ${colours.bg}; font: inherit; font-weight: 600; cursor: pointer }
button:hover { background: ${textColour} }
:focus-visible { outline: 3px solid ${textColour}; outline-offset: 3px }
`;

const fonts = new URL('../../../generated/fonts/', import.meta.url);
const FILE = /url\('\.\/([\w-]+\.woff2)'\)/g;

/** The site's fonts inlined, because the names of the built files are not known here. */
const loadFaces = loadOnce(async (): Promise<string> => {
  const faces = await readFile(new URL('fonts.css', fonts), 'utf8');
  const names = [...new Set([...faces.matchAll(FILE)].map(([, name = '']) => name))];
  const files = new Map(await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, fonts), 'base64')] as const)));
  return faces.replaceAll(FILE, (_url, name: string) => `url('data:font/woff2;base64,${files.get(name)}')`);
});

export const unsubscribeStyle = async ({ venue }: Shown): Promise<string> => (await loadFaces()) + styleOf(venue());
