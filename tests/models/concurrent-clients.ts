import * as fc from 'fast-check';
import { act, ordersOf } from './act.ts';
import { concurrentHistory, ending, type Command, type ConcurrentHistory } from './commands.ts';
import { effort } from './effort.ts';
import { checkBooks, createStages } from './follow.ts';
import { openWorld, type Stage, type StageOptions, type World } from './stage.ts';

/** Answers that a running process must not give. */
const FAILURES = new Set(['server_error', 'unavailable']);

/** Answers that a bank may get: processed, unsigned, or bank unavailable. */
const CALLBACK_ANSWERS = new Set(['done', 'nothing to do', 'invalid_input', 'bank_unavailable', 'killed']);

export async function runHistories(histories: number, options: StageOptions): Promise<void> {
  const stages = createStages(options);
  const property = fc.asyncProperty(concurrentHistory, (given) => stages.use((stage) => runConcurrently(stage, given)));
  await fc.assert(property, effort(histories));
  await stages.close();
}

/**
 * Runs many clients at the same time through several processes that may be killed. Which client gets what is not determined, but the data
 * must be consistent. Every refusal is valid; a failure is valid only from a killed process.
 */
async function runConcurrently(stage: Stage, { events, clients }: ConcurrentHistory): Promise<void> {
  const world = await openWorld(stage, events);
  await Promise.all(clients.map((commands, client) => live(world, commands, client % stage.processes.length)));
  // A bank repeats callbacks that a dead process did not answer.
  const orders = await ordersOf(world);
  for (const order of orders.keys()) await act(world, { does: 'callback', order, signer: 'bank' });
  for (const command of ending) await act(world, command);
  await checkBooks(stage);
}

async function live(world: World, commands: readonly Command[], place: number): Promise<void> {
  for (const command of commands) {
    const process = world.stage.processes[place];
    const answer = await act(world, command, place).catch((error: unknown) => {
      if (!process?.isDead) throw error;
      return 'killed';
    });
    const isFair = command.does !== 'callback' || CALLBACK_ANSWERS.has(answer);
    if ((FAILURES.has(answer) || !isFair) && !process?.isDead) throw new Error(`${JSON.stringify(command)} was answered with ${answer}.`);
  }
}
