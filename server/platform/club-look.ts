import { createHash } from 'node:crypto';
import type { Env } from '#server/platform/config/env.ts';
import { posterColours } from '#shared/media/covers.ts';
import { readLogo, standardLook } from '#shared/site-texts/club-look.ts';

type Venue = Pick<Env['venue'], 'colour' | 'textColour' | 'logo'>;

/** The inks of a logo in mails: text on any paper of ours is in one of them. */
export const LOGO_INKS = { coal: posterColours.coal, bone: posterColours.bone } as const;
export type LogoInk = keyof typeof LOGO_INKS;

export const logoVersion = (logo: string): string => createHash('sha256').update(logo).digest('base64url').slice(0, 8);

/** The address of the logo: as it was drawn, for the mask of a page, or as a picture in one ink, for mails. */
export const logoPath = (logo: string, ink?: LogoInk): string =>
  `/media/logo/${ink === undefined ? 'logo.svg' : `${ink}.png`}?v=${logoVersion(logo)}`;

/** The width of a logo by its height. */
export const logoRatio = (logo: string): number => {
  const read = readLogo(logo);
  return 'ratio' in read ? read.ratio : 1;
};

/** Attributes of `<html>`, so that the first paint has the club's colours and logo; empty for those that the style sheet has. */
export function lookAttributes({ colour, textColour, logo }: Venue): string {
  const properties = [
    ...(colour === standardLook.colour ? [] : [`--club-colour:${colour}`]),
    ...(textColour === standardLook.textColour ? [] : [`--club-text:${textColour}`]),
    ...(logo === '' ? [] : [`--logo:url(${logoPath(logo)})`, `--logo-ratio:${logoRatio(logo).toFixed(3)}`]),
  ];
  return `${logo === '' ? '' : ' data-logo'}${properties.length === 0 ? '' : ` style="${properties.join(';')}"`}`;
}
