import type { Client } from 'pg';
import { KEEP_ALIVE_AFTER_MS } from './client.ts';
import { createClient } from './hosts.ts';

const RECONNECT_MS = 1_000;

/**
 * Calls `onChange` when any process changes public content (a trigger sends NOTIFY), and after every reconnection, because changes may have
 * been missed. `onChange` gets the table, if it is known. Returns the function that stops listening.
 */
export function listenForContentChanges(url: string, onChange: (table?: string) => void): () => Promise<void> {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const connect = async (): Promise<void> => {
    const fresh = createClient(url, {
      application_name: `rkali:${process.pid}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    });
    client = fresh;
    fresh.on('notification', ({ payload }) => onChange(payload));
    fresh.on('error', () => undefined);
    fresh.on('end', retry);
    await fresh.connect();
    await fresh.query('listen content_changed');
    onChange();
  };
  const retry = (): void => {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      connect().catch(retry);
    }, RECONNECT_MS);
  };
  connect().catch(retry);

  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
