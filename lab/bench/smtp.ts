import { SMTPServer } from 'smtp-server';

/**
 * A mail server in a separate process: it accepts every mail and drops it. Sends its port when it listens, and answers each message with
 * the moment of every mail (milliseconds since 1970) and the number of connections.
 */
const moments: number[] = [];
let connections = 0;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onConnect(_session, done) {
    connections += 1;
    done();
  },
  onData(stream, _session, done) {
    stream.resume();
    stream.on('end', () => {
      moments.push(Date.now());
      done();
    });
  },
});
server.on('error', () => undefined);
process.on('message', () => process.send?.({ moments, connections }));
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
