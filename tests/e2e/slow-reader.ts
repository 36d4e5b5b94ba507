import { once } from 'node:events';
import { createServer } from 'node:http';
import { onTestFinished } from '#tests/setup/on-test-finished.ts';

/** Starts a server that reads only a given part of its first request and never answers. */
export async function startSlowReader() {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const first = once(server, 'request');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`,
    async read(bytes: number): Promise<void> {
      const [request] = await first;
      for (let left = bytes; left > 0;) {
        const chunk: Buffer | null = request.read();
        if (chunk) left -= chunk.length;
        else await once(request, 'readable');
      }
    },
  };
}
