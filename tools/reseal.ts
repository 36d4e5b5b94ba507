import { parseArgs } from 'node:util';
import { resealAll } from '#server/accounts/reseal.service.ts';
import { splitSecrets, loadSecret } from '#server/platform/config/secrets.ts';
import { readEnv } from '#server/platform/config/env.ts';
import { replaceUnreadable } from '#server/platform/kept-keys.ts';
import { replaceTicketCodes } from '#server/sales/tickets/new-codes.service.ts';
import { DAY_MS } from '#shared/durations.ts';
import { describeDatabase, onClub, operatorCommand } from './operator-command.ts';
import { showProgress } from './progress-line.ts';

/**
 * `npm run reseal [-- --give-up | --new-ticket-key]`: reseals the database under the first secret of SECRET, whether or not the server
 * runs, and prints when the others can go; it can be interrupted and repeated. `--give-up` makes the keys of a lost secret anew: the door
 * refuses earlier tickets. `--new-ticket-key`, for a key that may have leaked, mails new codes for coming events.
 */
const failure = process.argv.includes('--new-ticket-key') ? 'The ticket key was not replaced' : 'Not everything was sealed anew';
await operatorCommand(failure, async () => {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({ options: { 'give-up': flag, 'new-ticket-key': flag } });
  if (values['give-up'] && values['new-ticket-key']) throw new Error('give one of --give-up and --new-ticket-key.');
  if (values['give-up']) return giveUp();
  if (values['new-ticket-key']) return newTicketKey();
  const { resealed, missed, unreadable, resealedAt } = await onClub((ctx) => resealAll(ctx, showProgress));
  const [, ...others] = splitSecrets(loadSecret(readEnv(process.env)));
  const done = `${counted(resealed)} sealed anew under the first secret, in ${describeDatabase()}.`;
  if (missed > 0) throw new Error(`${done} ${counted(missed)} changed at the same time: run it again.`);
  if (unreadable > 0) {
    throw new Error(
      `${done} ${counted(unreadable)} sealed under a secret that is not in SECRET: add that one to the list, and run it again.`,
    );
  }
  return others.length === 0 ? done : `${done} ${farewell(resealedAt ?? new Date())}`;
});

async function giveUp(): Promise<string> {
  const [first] = splitSecrets(loadSecret(readEnv(process.env)));
  const count = await onClub((ctx) => replaceUnreadable(ctx, first));
  if (count === 0) return `Nothing was given up: the secret opens all keys, in ${describeDatabase()}.`;
  return `${count} keys were made anew in ${describeDatabase()}: earlier tickets are refused at the door, the console emails new ones.`;
}

/** All or nothing: a killed run has changed nothing, or everything, and then a job of the server mails the codes. */
async function newTicketKey(): Promise<string> {
  const { isUnfinished, tickets, events } = await onClub(replaceTicketCodes);
  if (isUnfinished) {
    throw new Error(
      'the key was replaced before, and the server has not queued all emails about it yet: start it, and run this again for another key.',
    );
  }
  const have = tickets === 1 ? 'One ticket has' : `${tickets} tickets have`;
  const codes = tickets === 0 ? 'No guest holds a ticket of a coming event' : `${have} a new code, of ${ofEvents(events)}`;
  return `Ticket codes are signed with a new key, in ${describeDatabase()}. ${codes}. The server emails them to the holders; old codes are refused at the door.`;
}

function ofEvents(count: number): string {
  return count === 1 ? 'one coming event' : `${count} coming events`;
}

function counted(count: number): string {
  return count === 1 ? 'One entry was' : `${count} entries were`;
}

/** The old secret is still needed for a day at most: it signed access tokens, mailed digits and stored answers to repeated requests. */
function farewell(since: Date): string {
  const when = new Date(since.getTime() + DAY_MS).toISOString().slice(0, 16).replace('T', ' ');
  return `Nothing that is stored needs the other secrets any more: from ${when} UTC on only the first may stay in SECRET.`;
}
