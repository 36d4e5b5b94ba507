import { and, eq } from 'drizzle-orm';
import { users } from './accounts/accounts.table.ts';
import type { Deps } from './context.ts';
import { demoAccounts } from './demo/demo-accounts.ts';

/** Tells the person at the terminal where the site is and, while the demo accounts exist, who can sign in. */
export async function greet({ env, database }: Deps): Promise<void> {
  const lines = ['', `  ${env.venue.name} is open: ${env.publicUrl}`, ''];
  const [admin] = await database.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, demoAccounts.admin.email), eq(users.role, 'Admin')));
  if (env.demo === 'local' && admin) {
    lines.push(`  Admin  ${demoAccounts.admin.email}  ${demoAccounts.admin.password}`);
    lines.push(`  Guest  ${demoAccounts.guest.email}  ${demoAccounts.guest.password}`);
    lines.push(`  Mails  ${env.publicUrl}/dev/mail`, '');
  }
  console.log(lines.join('\n'));
}
