import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits, fit for URLs and cookies. Only its hash is stored. */
export const createOpaqueToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

export const hashOpaqueToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
