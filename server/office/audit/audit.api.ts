import { staffContract } from '#shared/staff-api.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { listChoices, listEntries } from './audit.service.ts';

export function staffAuditApi(serve: Serve): void {
  const { staffAudit } = staffContract;
  serve(staffAudit.entries, listEntries);
  serve(staffAudit.choices, listChoices);
}
