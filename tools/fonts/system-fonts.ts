import { MKHEDRULI } from './character-sets.ts';

/** Letters of a script with their frequency in running text, in tenths of a percent. */
export type Alphabet = { letters: string; frequencies: number[] };

/** A font of the visitor's system: its names for CSS `local()`, and the advances of the letters in thousandths of an em. */
export type SystemFont = { names: string[]; advances: number[] };

const english = [183, 67, 12, 22, 35, 104, 18, 16, 50, 57, 1, 6, 33, 20, 57, 61, 15, 1, 49, 52, 74, 23, 8, 19, 1, 16, 1];

export const LOWERCASE: Alphabet = { letters: ' abcdefghijklmnopqrstuvwxyz', frequencies: english };
export const UPPERCASE: Alphabet = { letters: ' ABCDEFGHIJKLMNOPQRSTUVWXYZ', frequencies: english };
export const GEORGIAN: Alphabet = {
  letters: MKHEDRULI,
  frequencies: [152, 46, 24, 47, 95, 40, 8, 33, 115, 18, 44, 47, 46, 51, 7, 1, 65, 64, 12, 33, 6, 12, 7, 7, 16, 6, 13, 6, 9, 3, 17, 3, 2],
};

/** Liberation Sans has the advances of Arial by design and replaces it on Linux. */
const arialNames = ['Arial', 'ArialMT', 'Liberation Sans', 'LiberationSans'];
const arialBoldNames = ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'LiberationSans-Bold'];
const robotoNames = ['Roboto', 'Roboto Regular', 'Roboto-Regular'];

export const ARIAL: SystemFont = {
  names: arialNames,
  advances: [
    278, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500,
  ],
};

export const ARIAL_BOLD: SystemFont = {
  names: arialBoldNames,
  advances: [
    278, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500,
  ],
};

export const ARIAL_BOLD_CAPITALS: SystemFont = {
  names: arialBoldNames,
  advances: [
    278, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611,
  ],
};

export const ARIAL_NARROW_BOLD_CAPITALS: SystemFont = {
  names: ['Arial Narrow Bold', 'ArialNarrow-Bold', 'Liberation Sans Narrow Bold', 'LiberationSansNarrow-Bold'],
  advances: [
    228, 592, 592, 592, 592, 547, 501, 638, 592, 228, 456, 592, 501, 683, 592, 638, 547, 638, 592, 547, 501, 592, 547, 774, 547, 547, 501,
  ],
};

/** Android has one variable Roboto, which `local()` finds under its regular names only. */
export const ROBOTO: SystemFont = {
  names: robotoNames,
  advances: [
    248, 544, 562, 523, 564, 530, 348, 562, 551, 243, 239, 507, 243, 877, 552, 570, 562, 568, 339, 516, 327, 551, 484, 751, 496, 473, 496,
  ],
};

export const ROBOTO_CAPITALS: SystemFont = {
  names: robotoNames,
  advances: [
    248, 652, 623, 651, 656, 568, 553, 681, 713, 272, 552, 627, 539, 873, 713, 688, 631, 688, 616, 594, 597, 648, 637, 887, 627, 601, 599,
  ],
};

export const NOTO_GEORGIAN: SystemFont = {
  names: ['Noto Sans Georgian', 'Noto Sans Georgian Regular', 'NotoSansGeorgian-Regular'],
  advances: [
    549, 606, 596, 881, 588, 581, 619, 881, 574, 566, 1089, 605, 605, 804, 576, 620, 802, 605, 768, 604, 859, 588, 804, 596, 605, 595, 662,
    605, 605, 586, 605, 567, 567,
  ],
};

export const DEJAVU_GEORGIAN: SystemFont = {
  names: ['DejaVu Sans', 'DejaVuSans'],
  advances: [
    508, 518, 581, 818, 508, 513, 500, 801, 518, 510, 1064, 522, 522, 786, 508, 518, 796, 522, 654, 522, 825, 513, 786, 518, 518, 522, 571,
    522, 518, 520, 522, 454, 508,
  ],
};
