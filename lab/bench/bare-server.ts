import { createServer } from 'node:http';

/** The physical baseline: a separate process with only node:http, which sends the given bytes. */
const [body = '{"hello":"world"}', contentType = 'application/json'] = process.argv.slice(2);
const bytes = Buffer.from(body);
const headers = { 'content-type': contentType, 'content-length': bytes.length };

const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`);
});
