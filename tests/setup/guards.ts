/** A text that occurs once in its file, and its replacement, which breaks the guard. */
export type Break = { file: string; text: string; becomes: string };

const lockedPayments: Break = {
  file: 'server/sales/payments/payments.queries.ts',
  text: "selectOrderedPayments(db, ids).for('no key update', { of: [payments, orders] });",
  becomes: 'selectOrderedPayments(db, ids);',
};

/** The guards that hold the invariants (docs/invariants.md), each with the replacements that break it in all of its places. */
export const guards = {
  /** The key that signs the tickets of a new club is not made from the secret. */
  randomTicketKey: [
    { file: 'server/platform/config/secrets.ts', text: "isNewClub && name === 'ticketCode' ? randomBytes(KEY_BYTES) : ", becomes: '' },
  ],
  /** A phone alone admits a ticket that its list lacks only if it may have been sold since. */
  listedTickets: [{ file: 'shared/door/phone-decision.ts', text: ' && !mayBeSoldSince(phone, now)', becomes: ' && false' }],
  /** An admission is taken back under the lock of its ticket. */
  undoOnce: [
    {
      file: 'server/door/undo-admission.service.ts',
      text: 'named?.ticketId ? await lockTickets(tx.db, [named.ticketId]) : [];',
      becomes: 'named?.ticketId ? await findTicketsAtDoor(tx.db, [named.ticketId]) : [];',
    },
    { file: 'server/door/undo-admission.service.ts', text: 'import { findScan }', becomes: 'import { findScan, findTicketsAtDoor }' },
  ],
  /** Places are taken only while quota and capacity allow it. */
  stock: [
    {
      file: 'server/sales/inventory/availability.ts',
      text: 'if (left >= ask.quantity) return found;',
      becomes: 'if (left >= 0) return found;',
    },
    { file: 'server/sales/inventory/staff-ticket-types.service.ts', text: 'if (fields.quota < taken) {', becomes: 'if (false) {' },
  ],
  /** A message leaves once, and each person gets one mail about it. */
  messageOnce: [
    {
      file: 'server/sales/announcements/announcements.queries.ts',
      text: ".where(and(eq(announcements.id, id), eq(announcements.state, 'planned')))",
      becomes: '.where(eq(announcements.id, id))',
    },
    { file: 'server/sales/announcements/announcements.jobs.ts', text: ':${userId}`', becomes: ':${userId}:${Math.random()}`' },
  ],
  /** Free places that somebody waits for are for nobody else. */
  waitlistFirst: [
    {
      file: 'server/sales/inventory/availability.ts',
      text: 'fewestAwaited !== null &&',
      becomes: 'false &&',
    },
  ],
  /** The tickets whose places were sold again end. */
  returnedEnd: [
    { file: 'server/sales/inventory/stock.service.ts', text: ' && guest.hold.returned === 0', becomes: '' },
    { file: 'server/sales/payments/refunds/sell-listed.ts', text: 'if (holdIds.length === 0) return;', becomes: 'return;' },
  ],
  /** A link gives its ticket to one, under the lock of its event. */
  transferOnce: [
    { file: 'server/sales/transfers/transfers.service.ts', text: '    await lockEvents(tx.db, [before.event.id]);\n', becomes: '' },
    { file: 'server/sales/transfers/transfers.service.ts', text: 'if (!isEnded || !isAccepted)', becomes: 'if (false)' },
  ],
  /** A code opens no more places than it has uses. */
  codeUses: [{ file: 'server/sales/inventory/availability.ts', text: '...inType, ...ofCode, ', becomes: '...inType, ' }],
  /** Overdue holds are released when a ticket type looks full. */
  lazyExpiry: [
    { file: 'server/sales/inventory/reserve.service.ts', text: 'isFull(answer) && situation', becomes: 'false && situation' },
    {
      file: 'server/sales/inventory/availability.service.ts',
      text: 'if (!isFull(first.answer) || !first.',
      becomes: 'if (true || !first.',
    },
    { file: 'server/sales/inventory/stock.service.ts', text: '(await expireStock(tx, eventsOf(lines))) > 0', becomes: 'false' },
  ],
  /** A payment is settled only while it is open, under its row lock. */
  settleOnce: [
    lockedPayments,
    { file: 'server/sales/payments/settle.ts', text: 'if (isSettled(payment.state)) return payment;', becomes: '' },
    {
      file: 'server/sales/payments/settle.ts',
      text: 'nextMove(payment, bank)',
      becomes: "nextMove({ ...payment, state: 'pending' }, bank)",
    },
  ],
  /** The bank is asked, and its order, amount and currency are compared. */
  verifyPayment: [{ file: 'server/sales/payments/settle.ts', text: 'if (amountTetri === 0) return', becomes: 'return' }],
  /** The held price is charged. */
  heldPrice: [
    {
      file: 'server/sales/orders/checkout.service.ts',
      text: 'cart.map(({ hold }) => toOrderLine(hold))',
      becomes: `cart.map(({ hold, situation }) => ({
        ...toOrderLine(hold), priceTetri: situation.stock.ticketTypes.find(({ id }) => id === hold.ticketTypeId).priceTetri }))`,
    },
  ],
  /** The digits of a mail work once. */
  mailedCodeOnce: [
    {
      file: 'server/accounts/email/email-proof.queries.ts',
      text: '.where(and(eq(emailProofs.tokenHash, tokenHash), isNull(emailProofs.codeUsedAt)))',
      becomes: '.where(eq(emailProofs.tokenHash, tokenHash))',
    },
  ],
  /** The link of another address works once. */
  emailChangeOnce: [
    {
      file: 'server/accounts/email/email-change.queries.ts',
      text: '.delete(emailChanges)\n    .where(and(eq(emailChanges.tokenHash',
      becomes: ".update(emailChanges)\n    .set({ email: 'kept@example.com' })\n    .where(and(eq(emailChanges.tokenHash",
    },
  ],
  /** The link of the set-up makes one Owner. */
  setUpOnce: [
    {
      file: 'server/accounts/set-up/set-up.queries.ts',
      text: 'await db.delete(setUpLinks).where(eq(setUpLinks.tokenHash, tokenHash)).returning();',
      becomes: 'await db.select().from(setUpLinks).where(eq(setUpLinks.tokenHash, tokenHash));',
    },
  ],
  /** The code of a second factor works once. */
  codeOnce: [
    {
      file: 'server/accounts/second-factor/second-factor.queries.ts',
      text: '.where(and(eq(secondFactors.id, id), isUnused))',
      becomes: '.where(eq(secondFactors.id, id))',
    },
  ],
  /** A passkey's challenge is answered once. */
  passkeyOnce: [
    {
      file: 'server/accounts/second-factor/passkeys.queries.ts',
      text: 'db.delete(passkeyChallenges)',
      becomes: 'db.update(passkeyChallenges).set({ purpose })',
    },
  ],
  /** Captured money without a place is refunded. */
  refundWithoutPlace: [
    { file: 'server/sales/payments/apply-move.ts', text: 'if (captured.capturedTetri === 0) return', becomes: 'return' },
  ],
  /** A ticket is refunded once, under the lock of its payment, and never more than was captured. */
  refundOnce: [
    lockedPayments,
    {
      file: 'server/sales/payments/refunds/promise-refund.ts',
      text: "ordered?.payment.state === 'paid' ? ordered : undefined",
      becomes: 'ordered',
    },
    { file: 'server/sales/payments/refunds/promise-refund.ts', text: "state === 'refunded'", becomes: 'false' },
    { file: 'server/sales/payments/refunds/promise-refund.ts', text: "wanted.filter(({ state }) => state === 'valid')", becomes: 'wanted' },
    {
      file: 'server/sales/tickets/tickets.queries.ts',
      text: "eq(tickets.state, 'valid'), evenIfUsed ? undefined : isNull(tickets.usedAt)",
      becomes: 'undefined',
    },
  ],
  /** Only an unused ticket is admitted. */
  admitOnce: [{ file: 'server/door/door.queries.ts', text: "t.used_at is null and t.state = 'valid' and ", becomes: '' }],
  /** A one-time secret pairs one phone. */
  pairOnce: [
    {
      file: 'server/door/passes/passes.queries.ts',
      text: '.where(and(isOpen, isNull(doorPasses.publicKey)))',
      becomes: '.where(isOpen)',
    },
  ],
  /** Uploads of phones wait for each other's tickets. */
  lockedUploads: [{ file: 'server/door/scans/pass-scans.queries.ts', text: ".for('no key update', { of: tickets })", becomes: '' }],
  /** Uploads of phones wait for each other's door lists. */
  lockedLists: [{ file: 'server/door/scans/pass-scans.queries.ts', text: "\n    .for('no key update', { of: doorLists })", becomes: '' }],
  /** An admission by a phone alone beyond the first is kept and shown. */
  keptConflicts: [
    {
      file: 'server/door/scans/apply-scans.ts',
      text: 'if (isAdmitted) admit(state, ticket, DOOR_REASONS.has(decision.reason) ? at : ticket.usedAt);',
      becomes: 'if (isAdmitted) return rowOf(now, door, scan, { ticket, ...decision });',
    },
  ],
  /** People whom a phone alone let in by a list, beyond what the list allows, are kept and shown. */
  keptGroups: [{ file: 'server/door/scans/entry-scans.ts', text: "{ ...decision, result: 'conflict' }", becomes: 'decision' }],
  /** A second admission is no acceptance. */
  noForcedAcceptance: [
    { file: 'server/door/scans/apply-scans.ts', text: "{ result: 'conflict' as const }", becomes: "{ result: 'accepted' as const }" },
  ],
  /** A phone's own clock is corrected, and never ahead of the server's. */
  correctedClock: [
    {
      file: 'server/door/scans/scan-rows.ts',
      text: 'return new Date(Math.min(now.getTime(), Math.max(moment, now.getTime() - OLDEST_MS)));',
      becomes: 'return new Date(at);',
    },
  ],
  /** A phone's own decision is sent, also when its question was answered after all. */
  ownDecision: [{ file: 'web/door/phone/store.ts', text: 'if (now?.decidedBy === scan.decidedBy) await', becomes: 'await' }],
  /** A phone says how far its clock is ahead. */
  measuredClock: [
    {
      file: 'web/door/phone/scan-log.ts',
      text: 'offsetMs: Math.round(offsetMs), uncertaintyMs: Math',
      becomes: 'offsetMs: 0, uncertaintyMs: Math',
    },
  ],
  /** A scan is on the phone's disk before its verdict shows. */
  diskFirst: [{ file: 'web/door/phone/scan-log.ts', text: 'await store.putScans([scan]);', becomes: '' }],
  /** A ticket is admitted at the door of its own event, unless staff choose otherwise, and never to a cancelled event. */
  ownEventOnly: [
    { file: 'server/door/door.queries.ts', text: "e.state <> 'cancelled'", becomes: 'true' },
    {
      file: 'server/door/door.queries.ts',
      text: '(door.event_id = t.event_id or',
      becomes: '(true or',
    },
  ],
  /** A rejection does not change the ticket. */
  rejectKeepsTicket: [
    {
      file: 'server/door/door.service.ts',
      text: 'if (input.isReject) return',
      becomes: `if (input.isReject) await ctx.database.pool.query(
        'update tickets set used_at = case when used_at is null then $2::timestamptz end where id = $1', [ticket.id, ctx.clock.now()]);
      if (input.isReject) return`,
    },
  ],
  /** An enquiry sent twice is stored once. */
  enquiryOnce: [
    { file: 'server/office/enquiries/enquiries.service.ts', text: 'await lockEnquiry(tx.db, kind, body);', becomes: '' },
    { file: 'server/office/enquiries/enquiries.service.ts', text: 'if (await wasReceived(', becomes: 'if (false && (' },
  ],
  /** Only an account that is not deleted can order and buy. */
  liveBuyer: [
    {
      file: 'server/sales/inventory/availability.ts',
      text: "if (buyer.deletedAt !== null) return { reason: 'account_deleted' };",
      becomes: '',
    },
    { file: 'server/sales/orders/orders.queries.ts', text: ' and users.deleted_at is null', becomes: '' },
  ],
  /** Money of a guest who was banned meanwhile buys nothing. */
  unbannedBuyer: [
    { file: 'server/sales/inventory/availability.ts', text: "if (isBanned(buyer, now)) return { reason: 'banned' };", becomes: '' },
  ],
  /** A draft whose time has come is published by one process: under the event's lock, by who takes its plan. */
  publishOnce: [
    {
      file: 'server/content/events/staff-events.queries.ts',
      text: ".where(eq(events.id, id)).for('update')",
      becomes: '.where(eq(events.id, id))',
    },
    {
      file: 'server/content/events/publish-plans.queries.ts',
      text: '.delete(publishPlans)\n    .where(and(eq(publishPlans.eventId, eventId), lte(publishPlans.publishAt, now)))\n    .returning();',
      becomes: '.select().from(publishPlans).where(and(eq(publishPlans.eventId, eventId), lte(publishPlans.publishAt, now)));',
    },
  ],
  /** An event is changed under its lock, one change at a time: the version that was read is the one that is changed. */
  oneEditor: [
    {
      file: 'server/content/events/staff-events.queries.ts',
      text: ".where(eq(events.id, id)).for('update')",
      becomes: '.where(eq(events.id, id))',
    },
  ],
  /** The answer to an `Idempotency-Key` is stored in the transaction of the command. */
  answerWithEffect: [{ file: 'server/platform/context.ts', text: 'await tx.once?.keep(tx.db, answer);', becomes: '' }],
  /** Only a guest who may buy can order: not banned, and verified where the event requires it. */
  admittedBuyer: [
    {
      file: 'server/sales/inventory/availability.ts',
      text: '!growsLine(ask, guest)) return undefined;\n  const { buyer } = guest;',
      becomes: "!growsLine(ask, guest) || ask.by === 'order') return undefined;\n  const { buyer } = guest;",
    },
  ],
  /** Of two Owners who remove each other, one stays: changes of the team wait for the Owners' lock. */
  lastOwner: [{ file: 'server/accounts/roles.queries.ts', text: "\n    .for('update', { of: userRoles });", becomes: ';' }],
  /** Tickets are given to an account whose ban is looked up under its lock: a ban locks all accounts of its person. */
  giftAccount: [
    {
      file: 'server/accounts/accounts.queries.ts',
      text: "where(hasEmail(email)).for('no key update')",
      becomes: 'where(hasEmail(email))',
    },
  ],
  /** Free tickets need the right to give them, or a list that somebody with this right allowed to mail them. */
  giftRight: [{ file: 'server/sales/lists/list-tickets.service.ts', text: 'if (more > left) throw', becomes: 'if (false) throw' }],
  /** A pass, or a link of a list, is made by somebody who is signed in and may make it: the account is locked before that is looked up. */
  passMaker: [{ file: 'server/accounts/lock-caller.ts', text: 'await lockUserById(tx.db, actor.userId);', becomes: '' }],
  /** The refresh tokens of one family are rotated one at a time. */
  oneRefreshChain: [
    { file: 'server/accounts/sessions.queries.ts', text: '{ of: [refreshTokens, sessions] }', becomes: '{ of: refreshTokens }' },
  ],
  /** Places are held no longer than HOLD_LIMIT_MS without a running payment. */
  holdLimit: [
    { file: 'server/sales/inventory/hold-rules.ts', text: 'heldSince.getTime() + HOLD_LIMIT_MS', becomes: 'Number.POSITIVE_INFINITY' },
  ],
  /** Accounts of one person share their places, where the club wants it: those they have, and those they ask for at the same moment. */
  sharedPlaces: [{ file: 'server/sales/inventory/availability.queries.ts', text: 'if (!isShared) return', becomes: 'return' }],
  sharedBatch: [{ file: 'server/sales/inventory/reserve.service.ts', text: 'situation.guest.owned += quantity;', becomes: '{}' }],
  /** An invitation is used up by one of many who accept it at once. */
  usedOnce: [
    {
      file: 'server/accounts/invitations.service.ts',
      text: 'await lockUserById(tx.db, userId)',
      becomes: 'await findUserById(tx.db, userId)',
    },
    {
      file: 'server/accounts/invitations.queries.ts',
      text: 'eq(staffInvitations.id, id), isUnused, gt(',
      becomes: 'eq(staffInvitations.id, id), gt(',
    },
  ],
  /** The oldest unpaid bank order is ended when an account opens more than OPEN_BANK_ORDERS. */
  fewOpenOrders: [{ file: 'server/sales/orders/checkout.service.ts', text: 'if (created.size > 0)', becomes: 'if (false)' }],
  /** Refunds and gifts of one member wait for each other before they are counted. */
  manyCommands: [
    {
      file: 'server/platform/audit/many-commands.ts',
      text: "await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('many-commands', ${userId}))`);",
      becomes: '',
    },
    // Between the count and the commit another command counts, too.
    {
      file: 'server/platform/audit/many-commands.ts',
      text: 'const { number = 0, tetri = 0 } = sum ?? {};',
      becomes: 'const { number = 0, tetri = 0 } = sum ?? {}; await new Promise((resolve) => setTimeout(resolve, 1_000));',
    },
  ],
} satisfies Record<string, Break[]>;

export type Guard = keyof typeof guards;
