/** The box of a hero's picture on narrow screens, where a high phone has more room. */
export const lowArt = 'aspect-2/1 max-tablet:[@media(height>=50rem)]:aspect-5/4';
