const channels = [
  { start: 1, weight: 0.2126 },
  { start: 3, weight: 0.7152 },
  { start: 5, weight: 0.0722 },
];

/** Relative luminance of a `#RRGGBB` colour by WCAG 2, from 0 (black) to 1 (white). */
export function luminance(hex: string): number {
  return channels.reduce((sum, { start, weight }) => sum + weight * linear(Number.parseInt(hex.slice(start, start + 2), 16) / 255), 0);
}

/** Contrast ratio of two `#RRGGBB` colours by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
