import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder, withLock } from './project.mjs';

function project(): string {
  const root = mkdtempSync(join(tmpdir(), 'rkali lock '));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
}

/** Returns a start in a separate process that records when its work begins and, `workMs` later, when it ends. */
function starter(root: string, workMs = 100) {
  const module = JSON.stringify(new URL('./project.mjs', import.meta.url).href);
  const code = `import { withLock } from ${module};
    import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    const note = (what) => appendFileSync(${JSON.stringify(join(root, 'notes'))}, process.pid + what + '\\n');
    await withLock(${JSON.stringify(root)}, async () => { note(' begins'); await sleep(${workMs}); note(' ends'); });`;
  return spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
}

test('starts at the same time do their work one after the other', async () => {
  const root = project();
  const starters = [starter(root), starter(root), starter(root)];
  await Promise.all(starters.map((child) => once(child, 'exit')));
  const notes = readFileSync(join(root, 'notes'), 'utf8').trim().split('\n');
  expect(notes).toHaveLength(6);
  for (let place = 0; place < notes.length; place += 2) expect(notes[place + 1]).toBe(notes[place]?.replace('begins', 'ends'));
  expect(existsSync(lockFolder(root))).toBe(false);
});

test('the lock of a killed start is taken over', async () => {
  const root = project();
  const killed = starter(root, 60_000);
  while (!existsSync(join(root, 'notes'))) await sleep(10);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect(existsSync(lockFolder(root))).toBe(true);
  expect(await withLock(root, async () => 'done')).toBe('done');
});

test('while a program that a killed start had begun still runs, others wait for it', async () => {
  const root = project();
  const orphan = spawn('sleep', ['60'], { stdio: 'ignore' });
  onTestFinished(() => void orphan.kill('SIGKILL'));
  mkdirSync(lockFolder(root), { recursive: true });
  writeFileSync(join(lockFolder(root), String(orphan.pid)), '');
  const waiting = starter(root);
  const orphanEnds = once(orphan, 'exit').then(() => existsSync(join(root, 'notes')));
  setTimeout(() => orphan.kill('SIGKILL'), 300);
  expect(await orphanEnds).toBe(false);
  await once(waiting, 'exit');
  expect(readFileSync(join(root, 'notes'), 'utf8')).toContain('ends');
});
