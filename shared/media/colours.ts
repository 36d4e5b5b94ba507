import { posterColours } from './covers.ts';

/** The base colours, one per design token; style sheet, mail and covers use these values. */
export const colours = {
  bg: posterColours.coal,
  surface1: '#141416',
  surface2: '#1D1D20',
  surface3: '#26262A',
  text: posterColours.bone,
  textMuted: '#B4B0A6',
  textFaint: '#8F8B82',
  borderControl: '#8F8B82',
  borderQuiet: '#76736B',
  hairline: '#2C2C30',
  accent: posterColours.sulphur,
  ok: '#4ADE80',
  warn: '#FFB020',
  danger: '#FF6B5E',
  info: '#7FA8FF',
} as const;

/** The full-screen fills of the door scanner with their text colours. */
export const scannerFills = {
  accept: { fill: '#00843D', on: '#FFFFFF' },
  reject: { fill: '#B00020', on: '#FFFFFF' },
  noDecision: { fill: '#FFB000', on: posterColours.coal },
} as const;

/** The white stub that carries a ticket's QR code, and the code's colour on it. */
export const ticketStub = { fill: '#FFFFFF', on: posterColours.coal } as const;
