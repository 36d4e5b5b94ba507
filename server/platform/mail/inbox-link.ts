import { randomBytes } from 'node:crypto';
import type { Env } from '#server/platform/config/env.ts';
import { isLoopbackHost } from '#server/platform/config/loopback.ts';
import { safeEqual } from '#server/platform/safe-equal.ts';

export const INBOX_PATH = '/dev/mail';

/** New with every start, and known only to who reads the terminal. */
const token = randomBytes(24).toString('base64url');

export const isInboxToken = (given: string): boolean => safeEqual(given, token);

/** Where a developer reads all mails, with the token that opens it. */
export const inboxLink = ({ publicUrl }: Pick<Env, 'publicUrl'>): string => `${publicUrl}${INBOX_PATH}?token=${token}`;

/** Never in production, and only while the site believes to be at this machine. */
export const hasInbox = ({ isProduction, publicUrl }: Env): boolean => !isProduction && isLoopbackHost(new URL(publicUrl).hostname);
