/** Returns why a start failed, in one line for the operator, with the correction where we know it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  const known = sentences[code];
  const text = known ? known(error) : error.message || code;
  return text.split('\n')[0] ?? text;
}

const field = (error: Error, name: string): string => (name in error ? String(Reflect.get(error, name)) : '');

const sentences: Record<string, (error: Error) => string> = {
  EADDRINUSE: (error) => `PORT ${field(error, 'port')} is already in use: stop the other program or set PORT.`,
  EADDRNOTAVAIL: (error) => `HOST ${field(error, 'address')} is not an address of this machine: set HOST.`,
  ENOTFOUND: (error) => `the host ${field(error, 'hostname')} is unknown: check HOST or DATABASE_URL.`,
  EACCES: (error) =>
    field(error, 'syscall') === 'listen'
      ? `PORT ${field(error, 'port')} needs more rights: set PORT above 1023.`
      : `no right to use ${field(error, 'path')}: set DATA_DIR to a folder that can be written.`,
  EPERM: (error) => `no right to use ${field(error, 'path')}: set DATA_DIR to a folder that can be written.`,
  EROFS: (error) => `${field(error, 'path')} is read-only: set DATA_DIR to a folder that can be written.`,
  ENOTDIR: (error) => `${field(error, 'path')} is not a folder: set DATA_DIR to a folder that can be written.`,
  EEXIST: (error) => `${field(error, 'path')} is not a folder: set DATA_DIR to a folder that can be written.`,
  ENOSPC: () => 'the disk is full.',
  ECONNREFUSED: (error) => `no PostgreSQL answers at ${field(error, 'address')}:${field(error, 'port')}: check DATABASE_URL.`,
  ETIMEDOUT: () => 'the database does not answer: check DATABASE_URL.',
  '28P01': () => 'the database refused the password: check DATABASE_URL.',
  '28000': () => 'the database refused this user: check DATABASE_URL.',
  '3D000': (error) => `the ${error.message}: create it, or check DATABASE_URL.`,
};
