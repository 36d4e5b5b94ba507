import type { Socket } from 'node:net';
import { AppError } from '#shared/errors.ts';
import { errorBody } from './errors.ts';

const TOO_LARGE = new Set(['HPE_HEADER_OVERFLOW', 'HPE_CHUNK_EXTENSIONS_OVERFLOW']);

/** Refuses what is not even HTTP, before any router saw it, in the words of the catalogue, and hangs up. */
export function refuseBrokenRequest(error: Error, socket: Socket): void {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const isTooLarge = TOO_LARGE.has(code);
  const body = JSON.stringify(errorBody(new AppError(isTooLarge ? 'too_large' : 'invalid_input')));
  const status = isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
