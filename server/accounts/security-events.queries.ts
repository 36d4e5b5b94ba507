import { lt } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { securityEvents } from './security-events.table.ts';

export async function insertSecurityEvent(db: Db, event: typeof securityEvents.$inferInsert): Promise<void> {
  await db.insert(securityEvents).values(event);
}

export async function deleteSecurityEventsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(securityEvents).where(lt(securityEvents.at, before));
}
