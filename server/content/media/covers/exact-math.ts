// ECMAScript lets Math.sin, Math.pow and Math.hypot differ in the last digit between machines, and covers must be the same to the byte.
// These use nothing but + − × ÷ and the square root, which IEEE 754 fixes to the bit.

/** Sine of an angle in radians. */
export function sine(angle: number): number {
  const turned = angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
  const folded = Math.abs(turned) > Math.PI / 2 ? Math.sign(turned) * Math.PI - turned : turned;
  let term = folded;
  let sum = folded;
  for (let order = 3; order <= 19; order += 2) {
    term *= -(folded * folded) / (order * (order - 1));
    sum += term;
  }
  return sum;
}

/** Cosine of an angle in radians. */
export function cosine(angle: number): number {
  return sine(angle + Math.PI / 2);
}

/** Length of a vector. */
export function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

/** A base from 0 to 1 to an exponent from 0 to 2, by square roots along the exponent's binary digits. */
export function power(base: number, exponent: number): number {
  let result = 1;
  let factor = base * base;
  let left = exponent / 2;
  for (let digit = 0; digit < 32; digit += 1) {
    if (left >= 1) {
      result *= factor;
      left -= 1;
    }
    factor = Math.sqrt(factor);
    left *= 2;
  }
  return result;
}
