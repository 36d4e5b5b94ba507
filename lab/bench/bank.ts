import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import { bogVariables, startBogDouble } from '#tests/setup/bog-double.ts';
import { listening } from '#tests/setup/listening.ts';

/** A bank's pages must use https; the visitors' requests for this host go to the process instead. */
const HOST = 'bank.example';
const Greeting = z.object({ page: z.url(), variables: z.record(z.string(), z.string()) });

/** `variables` configure a server to use it. `pageOf` returns the real address of a bank page. */
export type BankProcess = { pid: number; variables: Record<string, string>; pageOf(redirect: string): string; stop(): void };

/** Runs the bank of a rush in a separate process, so that its cost is not counted as the server's. */
export async function startBank(): Promise<BankProcess> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [greeting] = await once(child.stdout, 'data');
  const { page, variables } = Greeting.parse(JSON.parse(String(greeting)));
  return {
    pid: child.pid ?? 0,
    variables,
    pageOf: (redirect) => redirect.replace(`https://${HOST}`, page),
    stop: () => child.kill(),
  };
}

/**
 * The test double of a bank, with a page where a guest pays with one POST. Prints the address of that page and the environment variables of
 * a server that uses it.
 */
async function serve(): Promise<void> {
  const bank = await startBogDouble();
  bank.takesHttp = true;
  bank.redirectHost = HOST;

  const callBack = async (id: string): Promise<void> => {
    const { body, headers } = bank.callback(id);
    const { callback_url: url } = bank.order(id).request;
    const answer = await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body });
    await answer.arrayBuffer();
  };

  const page = createServer((request, response) => {
    const id = new URL(request.url ?? '', bank.url).searchParams.get('order_id') ?? '';
    const order = bank.order(id);
    order.status = 'completed';
    void callBack(id).catch(() => undefined);
    response.writeHead(303, { location: order.request.redirect_urls.success }).end();
  });
  const variables = { PAYMENTS: 'bog', ...bogVariables(bank.url), BOG_PAGE_HOSTS: bank.redirectHost };
  process.stdout.write(JSON.stringify({ page: `http://127.0.0.1:${await listening(page)}`, variables }));
}

if (import.meta.main) await serve();
