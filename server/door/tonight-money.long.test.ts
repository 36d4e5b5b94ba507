import { expect, test } from 'vitest';
import type { StaffRole } from '#shared/staff/rights.ts';
import type { TonightView } from '#shared/staff/tonight.contract.ts';
import { openDoor } from '#tests/factories/door.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { listenTonight, nextOf, until } from '#tests/factories/tonight.ts';
import { createUser, setRoles } from '#tests/factories/users.ts';

const moneyIn = ({ figures, ticketTypes }: TonightView) => [figures.gross, ...ticketTypes.map(({ price }) => price)];
/** The sale of the only ticket, and the price of the only ticket type. */
const MONEY = [40, 40];
const NONE = [null, null];

const cases: [roles: StaffRole[], money: (number | null)[]][] = [
  [['Owner'], MONEY],
  [['Manager'], MONEY],
  [['DoorLead', 'Money'], MONEY],
  [['DoorLead'], NONE],
  [['DoorLead', 'Desk', 'Editor'], NONE],
];

for (const [roles, money] of cases)
  test(`${roles.join(' with ')} reads tonight ${money === MONEY ? 'with' : 'without'} its money, shown and streamed`, async () => {
    const door = await openDoor();
    const { accessToken } = await createUser(door.ctx, { roles });
    const shown = await door.api(accessToken).staffTonight.show({});
    expect(moneyIn(shown)).toEqual(money);
    expect(shown).toMatchObject({ night: { id: door.event.id }, figures: { toCome: 1 }, ticketTypes: [{ sold: 1, allocation: 100 }] });
    const stream = listenTonight(door, accessToken);
    expect(await nextOf(stream)).toEqual(shown);
    await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
    const changed = await until(stream, ({ figures }) => figures.toCome === 2);
    expect(moneyIn(changed)).toEqual(money === MONEY ? [80, 40] : NONE);
    await stream.return(undefined);
  });

test('Money alone does not see tonight', async () => {
  const door = await openDoor();
  const { accessToken } = await createUser(door.ctx, { roles: ['Money'] });
  await expect(door.api(accessToken).staffTonight.show({})).rejects.toMatchObject({ status: 403, body: { params: { right: 'door.run' } } });
});

test('who watches the same event at the same time gets money by the own rights, those of this moment', async () => {
  const door = await openDoor();
  const manager = await createUser(door.ctx, { roles: ['Manager'] });
  const lead = await createUser(door.ctx, { roles: ['DoorLead'] });
  const streams = [listenTonight(door, manager.accessToken), listenTonight(door, lead.accessToken)] as const;
  const moneyAt = (toCome: number) =>
    Promise.all(streams.map(async (stream) => moneyIn(await until(stream, ({ figures }) => figures.toCome === toCome))));
  const sell = () => createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  expect(await moneyAt(1)).toEqual([MONEY, NONE]);
  await sell();
  expect(await moneyAt(2)).toEqual([[80, 40], NONE]);

  await setRoles(door.ctx, manager.id, ['DoorLead']);
  await setRoles(door.ctx, lead.id, ['Manager']);
  await sell();
  expect(await moneyAt(3)).toEqual([NONE, [120, 40]]);
  for (const stream of streams) await stream.return(undefined);
});
