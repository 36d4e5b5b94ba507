import { and, eq, isNull } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { contextFor, type Deps } from '#server/platform/context.ts';
import { demoAccounts, demoPasswordOf } from '#server/demo/demo-accounts.ts';
import { findDemoUser } from '#server/demo/published-accounts.ts';
import { hasInbox, inboxLink } from '#server/platform/mail/inbox-link.ts';

/** Tells the person at the terminal where the site is, who can sign in, and what comes next while nobody runs the club yet. */
export async function greet(deps: Deps): Promise<void> {
  const { env, database } = deps;
  const lines = ['', `  ${env.venue.name} is open: ${env.publicUrl}`, ''];
  const demo = await demoLines(deps);
  const [admin] = await database.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'Admin'), isNull(users.deletedAt)))
    .limit(1);
  if (demo.length > 0) lines.push(...demo);
  else if (!admin) {
    lines.push('  Nobody runs this club yet:');
    lines.push(`  1. register at ${env.publicUrl}/register`);
    lines.push('  2. npm run make-admin -- your@mail', '');
  }
  if (hasInbox(env)) lines.push(`  Mails  ${inboxLink(env)}`, '');
  console.log(lines.join('\n'));
}

async function demoLines(deps: Deps): Promise<string[]> {
  const { env, database } = deps;
  const user = await findDemoUser(database.db, demoAccounts.admin);
  if (env.demo === 'off' || !user || (env.demo === 'local' && !deps.publishedAccounts.has(user.id))) return [];
  const ctx = contextFor(deps);
  const { admin, guest } = demoAccounts;
  return [
    `  Admin  ${admin.email}  ${demoPasswordOf(ctx, admin)}`,
    `  Guest  ${guest.email}  ${demoPasswordOf(ctx, guest)}`,
    ...(env.demo === 'local' ? ['  They can sign in on this machine only; DEMO=public makes passwords for a demo that others see.'] : []),
    '',
  ];
}
