import { z } from 'zod';
import { isLoopbackHost } from './loopback.ts';

const isWebhook = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  return isSafe && username === '' && password === '';
};

export const alertVariables = {
  ALERT_WEBHOOK: z
    .string()
    .refine(isWebhook, 'must be an address that begins with https://, or http:// on this machine, without a user name')
    .optional(),
};
