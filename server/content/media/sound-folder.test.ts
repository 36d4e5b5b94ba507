import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
import { createTestFolder } from '#tests/setup/folder.ts';

test('the site opens with a DATA_DIR that is relative, as it is by default', async () => {
  const folder = createTestFolder();
  const app = await startTestApp({ env: { DATA_DIR: relative(process.cwd(), folder) } });
  expect((await fetch(`${app.url}/media/sounds/none.mp3`)).status).toBe(404);
});
