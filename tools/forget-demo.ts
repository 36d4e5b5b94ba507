import { forgetDemo } from '#server/demo/forget-demo.ts';
import { onClub, operatorCommand } from './operator-command.ts';

/** `npm run forget-demo`: removes the demo's accounts and events from the club's database, whether or not the server runs. */
await operatorCommand('The demo was not forgotten', async () => {
  const { accounts, people, deletedEvents, hiddenEvents } = await onClub(forgetDemo);
  return [
    `The demo is forgotten: ${accounts} accounts cannot log in any more, ${people} invented guests are gone,`,
    `${deletedEvents} events are deleted and ${hiddenEvents} are drafts now, because their invented sales stay in the ledger.`,
    'Begin with an empty DATA_DIR instead if the ledger must hold only your own sales.',
  ].join('\n');
});
