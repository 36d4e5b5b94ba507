import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const bank = fileURLToPath(new URL('./bank.ts', import.meta.url));
/** A bank's pages must be on https; the visitors' requests for this host go to the process instead. */
const HOST = 'bank.example';
const Greeting = z.object({ page: z.url(), variables: z.record(z.string(), z.string()) });

/** `variables` configure a server for it. `pageOf` returns the real address of a bank page. */
export type BankProcess = { pid: number; variables: Record<string, string>; pageOf(redirect: string): string; stop(): void };

/** Starts the bank of a rush as a separate process. */
export async function startBank(): Promise<BankProcess> {
  const child = spawn(process.execPath, [bank, HOST], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [greeting] = await once(child.stdout, 'data');
  const { page, variables } = Greeting.parse(JSON.parse(String(greeting)));
  return {
    pid: child.pid ?? 0,
    variables,
    pageOf: (redirect) => redirect.replace(`https://${HOST}`, page),
    stop: () => child.kill(),
  };
}
