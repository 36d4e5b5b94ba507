import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';

export const ANSWER = 'On the 5th the house is free.';
const body = joinEnquiry('rental', { name: 'Nino', email: 'nino@example.com', eventDescription: 'A birthday' });

/** Opens an enquiry as staff and begins an answer. */
export async function answer(options: Parameters<typeof openConsole>[1] = {}) {
  const app = await startTestSite();
  const [enquiry] = await app.ctx.db.insert(enquiries).values({ kind: 'rental', body, createdAt: app.ctx.clock.now() }).returning();
  const visitor = await openConsole(app, options);
  const { page, t } = visitor;
  const address = `/staff/site/inbox/${enquiry?.id}`;
  await page.goto(address);
  const box = page.getByLabel(t('staff-inbox:text'), { exact: true });
  await box.click();
  await page.keyboard.type(ANSWER);
  const unsaved = page.getByText(t('forms:unsaved'));
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  return { ...visitor, app, address, box, unsaved, press };
}
