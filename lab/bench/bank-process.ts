import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const bank = fileURLToPath(new URL('./bank.ts', import.meta.url));
/** A bank's pages must be on https; the visitors' requests for this host go to the process instead. */
const HOST = 'bank.example';
const PAGE = `https://${HOST}`;
const Greeting = z.object({ port: z.number(), publicKey: z.string() });

/** `variables` configure a server for it. `pageOf` returns the real address of a bank page. */
export type BankProcess = { pid: number; variables: Record<string, string>; pageOf(redirect: string): string; stop(): void };

/** Starts the bank of a rush as a separate process. */
export async function startBank(): Promise<BankProcess> {
  const child = spawn(process.execPath, [bank, PAGE], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [greeting] = await once(child.stdout, 'data');
  const { port, publicKey } = Greeting.parse(JSON.parse(String(greeting)));
  const origin = `http://127.0.0.1:${port}`;
  return {
    pid: child.pid ?? 0,
    variables: {
      PAYMENTS: 'bog',
      BOG_CLIENT_ID: 'club',
      BOG_CLIENT_SECRET: 'only-for-measuring',
      BOG_PUBLIC_KEY: publicKey,
      BOG_TOKEN_URL: `${origin}/token`,
      BOG_API_URL: origin,
      BOG_PAGE_HOSTS: HOST,
    },
    pageOf: (redirect) => redirect.replace(PAGE, origin),
    stop: () => child.kill(),
  };
}
