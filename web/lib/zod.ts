/**
 * zod for the browser (vite.config.ts puts it in the place of `zod`). By default zod tries to compile functions from text; the content
 * security policy forbids it, and browsers report every attempt.
 */
import { config } from 'zod/v4';

config({ jitless: true });

export * from 'zod/v4';
