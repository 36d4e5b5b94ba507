import { expect, test } from 'vitest';
import { bankOrders, falsify } from '#tests/factories/bank-calls.ts';
import { allPayments, sell } from '#tests/factories/staff-money.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { runOperatorCommand } from '#tests/setup/operator-command.ts';
import { systemClock } from '#server/platform/context.ts';

/** The bank is the fake one in the test's server. */
const run = ({ deps, url }: TestApp, ...args: string[]) =>
  runOperatorCommand('reconcile', args, {
    env: { DATABASE_URL: deps.env.databaseUrl, PUBLIC_URL: url, SECRET: deps.env.secret },
  });

test('the operator sees that books and bank agree, and where they do not', async () => {
  const app = await startTestApp();
  app.clock.set(systemClock.now());
  await sell(app);
  expect((await run(app)).stdout).toBe('1 payments compared with the bank: no difference.\n');

  const [order] = await bankOrders(app);
  const [payment] = await allPayments(app);
  if (!order || !payment) throw new Error('Nothing was sold.');
  await falsify(app, order, { refundedTetri: 1_000 });
  const name = `payment ${payment.id} (order ${payment.orderId}, fake ${order.id})`;
  await expect(run(app, '1')).rejects.toMatchObject({
    code: 1,
    stdout: `${name}: the bank gave 10.00 back, our books say 0.00.\n1 payments compared with the bank: 1 different.\n`,
  });
});

test('an invalid number of days is reported in one line', async () => {
  const app = await startTestApp();
  for (const days of ['soon', '0', '1.5']) {
    await expect(run(app, days)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The ledger was not compared: give the number/),
    });
  }
});
