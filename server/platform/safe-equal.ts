import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets in a time that tells nothing about where they differ. */
export const safeEqual = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
