import { pino, type Logger } from 'pino';

/** Opens a log that a test can read, line by line. */
export function openTestLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}
