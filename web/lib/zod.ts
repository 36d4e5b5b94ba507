/**
 * zod for the browser (vite.config.ts uses it instead of `zod`). By default zod compiles functions from text; the content security policy
 * forbids it, and browsers report every attempt.
 */
import { config } from 'zod/v4';

config({ jitless: true });

export * from 'zod/v4';
