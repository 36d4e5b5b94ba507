import { isDeepStrictEqual } from 'node:util';
import { brokenRules } from '#lab/trial/consistency.ts';
import { findFaults } from '#tests/factories/books.ts';
import { act } from './act.ts';
import { ending, type History } from './commands.ts';
import { emptyModel, type Model } from './model.ts';
import { openStage, openWorld, type Stage, type StageOptions } from './stage.ts';
import { standingOfModel, standingOfWorld, type Standing } from './standing.ts';
import { outcomesOf } from './step.ts';

/** Histories share a database, because a new one costs as much as a history; not more of them, so that the check for faults is fast. */
const HISTORIES_PER_STAGE = 25;

/** Provides a stage to several histories, then a new one; also after a failed history. */
export function createStages(options: StageOptions = {}) {
  let current: { stage: Stage; left: number } | undefined;

  const close = async (): Promise<void> => {
    const { stage } = current ?? {};
    current = undefined;
    if (stage) await checkRules(stage).finally(stage.close);
  };
  return {
    close,
    async use(work: (stage: Stage) => Promise<unknown>): Promise<void> {
      current ??= { stage: await openStage(options), left: HISTORIES_PER_STAGE };
      const { stage } = current;
      current.left -= 1;
      try {
        await work(stage);
      } catch (error) {
        current = undefined;
        await stage.close();
        throw error;
      }
      if (current.left === 0) await close();
    },
  };
}

/**
 * Runs a history on the real system and on the model step by step: answers and states must agree after every step, and at the end the data
 * must be consistent with nothing open. Returns the model's final state.
 */
export async function follow(stage: Stage, { events, commands }: History): Promise<Model> {
  const world = await openWorld(stage, events);
  let model = emptyModel(events, world.people);
  for (const command of [...commands, ...ending]) {
    const answer = await act(world, command);
    const standing = await standingOfWorld(world);
    const outcomes = outcomesOf(model, command);
    const same = outcomes.find((outcome) => outcome.answer === answer && isDeepStrictEqual(standingOfModel(outcome.model), standing));
    if (!same) throw new Error(difference(JSON.stringify(command), { answer, standing }, outcomes));
    model = same.model;
  }
  await checkBooks(stage);
  return model;
}

/** Checks by SQL that stock, orders, money and the bank's orders agree, and that nothing is open. */
export async function checkBooks({ app }: Stage): Promise<void> {
  const { rows } = await app.deps.database.pool.query<{ fault: string }>(`
    select 'payment ' || id || ' is still ' || state as fault from payments where state in ('created', 'pending', 'refunding') or is_watched
    union all select 'event ' || event_id || ' still holds ' || sum(quantity) from holds group by event_id`);
  report([...rows.map(({ fault }) => fault), ...(await findFaults(app.ctx))]);
}

/** Checks, for all histories of a stage at once, the rules that a killed server must keep. */
const checkRules = async ({ app }: Stage): Promise<void> => report(await brokenRules(app.deps.database.pool));

function report(faults: string[]): void {
  if (faults.length > 0) throw new Error(`The books are wrong:\n${faults.join('\n')}`);
}

type Seen = { answer: string; standing: Standing };

function difference(command: string, real: Seen, outcomes: ReturnType<typeof outcomesOf>): string {
  const lines = outcomes.map(({ answer, model }) => {
    const expected = standingOfModel(model);
    const missing = expected.filter((sentence) => !real.standing.includes(sentence));
    const surplus = real.standing.filter((sentence) => !expected.includes(sentence));
    return [`expected ${answer}`, ...missing.map((line) => `  missing: ${line}`), ...surplus.map((line) => `  surplus: ${line}`)].join(
      '\n',
    );
  });
  return `After ${command} the answer was ${real.answer}\n${lines.join('\nor ')}`;
}
