import type { ClientBase } from 'pg';

type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** Append-only: the server's user cannot change or remove a row. */
const APPEND: readonly Right[] = ['SELECT', 'INSERT'];
const EDIT: readonly Right[] = [...APPEND, 'UPDATE'];
const DELETE: readonly Right[] = [...APPEND, 'DELETE'];
const ALL: readonly Right[] = [...EDIT, 'DELETE'];

/**
 * The rights of the server's user on each table, no more than its code needs; none for a table that is not listed. Only the owner may
 * truncate or change the schema.
 */
export const TABLE_RIGHTS: Readonly<Record<string, readonly Right[]>> = {
  // Records that are never changed.
  audit_entries: APPEND,
  ledger_entries: APPEND,
  scans: APPEND,
  // Deleted after a year by `forget_security_events`.
  security_events: APPEND,
  site_texts: APPEND,

  alerts: EDIT,
  announcements: EDIT,
  banned_people: ALL,
  bank_test_orders: EDIT,
  claim_links: EDIT,
  ticket_types: ALL,
  bulk_refunds: EDIT,
  promo_codes: EDIT,
  complimentary_orders: EDIT,
  demo_events: DELETE,
  scanner_device_calls: DELETE,
  guest_list_entries: EDIT,
  guest_lists: EDIT,
  scanner_devices: EDIT,
  email_changes: ALL,
  email_proofs: ALL,
  enquiries: ALL,
  enquiry_notes: APPEND,
  enquiry_replies: APPEND,
  event_notices: APPEND,
  event_numbers: DELETE,
  event_sources: DELETE,
  events: ALL,
  expired_holds: ALL,
  fake_bank_keys: APPEND,
  fake_bank_orders: EDIT,
  fake_bank_refunds: APPEND,
  gallery_images: ALL,
  guest_notes: ALL,
  holds: ALL,
  idempotency_keys: ALL,
  declined_invitations: APPEND,
  kept_keys: EDIT,
  known_guests: ALL,
  line_ups: ALL,
  machines: ALL,
  mails: ALL,
  nightly_backups: EDIT,
  number_changes: DELETE,
  order_lines: APPEND,
  orders: EDIT,
  page_views: EDIT,
  passkey_challenges: ALL,
  password_resets: ALL,
  hold_history: ALL,
  payment_callbacks: EDIT,
  payments: EDIT,
  publish_plans: ALL,
  rate_limits: ALL,
  recovery_codes: ALL,
  promoter_clicks: EDIT,
  promoters: EDIT,
  refresh_tokens: ALL,
  refunds: EDIT,
  retention_runs: EDIT,
  second_factors: ALL,
  sessions: ALL,
  set_up_links: DELETE,
  sign_in_challenges: ALL,
  sold_out_events: ALL,
  staff_invitations: ALL,
  staff_mail_choices: ALL,
  resale_listings: EDIT,
  ticket_transfers: EDIT,
  tickets: EDIT,
  user_roles: ALL,
  users: EDIT,
  waitlist_entries: ALL,
};

/** Functions that run with the owner's rights, within their own limits, for what the server's user may not do. */
const FUNCTIONS = ['forget_security_events(timestamptz)'];

const READ: readonly Right[] = ['SELECT'];

/** The job library changes its own tables. */
const rightsOn = (schema: string, table: string): readonly string[] => {
  if (schema === 'public') return TABLE_RIGHTS[table] ?? [];
  return table.startsWith('_private_') ? ALL : READ;
};

/**
 * Gives the server's user its rights and revokes all others. The owner runs it after each migration; it changes only what differs, so that
 * a start does not disturb running processes.
 */
export async function grantRights(owner: ClientBase, appRole: string): Promise<void> {
  const role = owner.escapeIdentifier(appRole);
  const { rows } = await owner.query<{ schema: string; name: string; kind: 'table' | 'sequence'; rights: string[] }>(PRESENT_RIGHTS, [
    appRole,
  ]);
  const statements = rows.flatMap(({ schema, name, kind, rights }) => {
    const wanted = kind === 'sequence' ? ['SELECT', 'USAGE'] : rightsOn(schema, name);
    if (wanted.toSorted().join() === rights.toSorted().join()) return [];
    const target = `${kind} ${schema}.${owner.escapeIdentifier(name)}`;
    const grant = wanted.length === 0 ? [] : [`grant ${wanted.join(', ')} on ${target} to ${role}`];
    return [`revoke all on ${target} from ${role}`, ...grant];
  });
  const access = await missingAccess(owner, appRole);
  if (statements.length + access.length === 0) return;
  await owner.query(['begin', ...access, ...statements, 'commit'].join(';\n'));
}

const SCHEMAS = ['public', 'graphile_worker', 'drizzle'];

/** Tables, views and sequences with the rights granted to a role. */
const PRESENT_RIGHTS = `
  select n.nspname as schema, c.relname as name, case c.relkind when 'S' then 'sequence' else 'table' end as kind,
    array(select privilege_type::text from aclexplode(c.relacl) where grantee = (select oid from pg_roles where rolname = $1)) as rights
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in (${SCHEMAS.map((schema) => `'${schema}'`).join()}) and c.relkind in ('r', 'p', 'v', 'm', 'S')
  order by 1, 2`;

/**
 * Returns the missing statements that open the schemas and functions to the role. By default only the owner sees the rows of the job
 * library.
 */
async function missingAccess(owner: ClientBase, appRole: string): Promise<string[]> {
  const { rows } = await owner.query<{ statement: string }>(
    `select format('grant usage on schema %I to %I', nspname, $1::text) as statement from pg_namespace
       where nspname = any($2) and not has_schema_privilege($1, oid, 'usage')
     union all select format('grant execute on function %s to %I', name, $1::text) from unnest($3::text[]) name
       where not has_function_privilege($1, name, 'execute')
     union all select format('create policy %I on %s to %I using (true) with check (true)', $1::text || ' works', oid::regclass, $1::text)
       from pg_class where relrowsecurity and relnamespace = 'graphile_worker'::regnamespace
         and not exists (select from pg_policy where polrelid = pg_class.oid and (select oid from pg_roles where rolname = $1) = any(polroles))`,
    [appRole, SCHEMAS, FUNCTIONS],
  );
  return rows.map(({ statement }) => statement);
}

/** Returns true if this connection's user can change neither the schema nor append-only rows. */
export async function hasSeparateRights(app: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await app.query<{ isSeparate: boolean }>(
    `select not has_schema_privilege('public', 'create') and not has_table_privilege('audit_entries', 'update, delete, truncate')
       and not exists (select from pg_tables where schemaname = 'public' and pg_has_role(tableowner, 'member')) as "isSeparate"`,
  );
  return rows[0]?.isSeparate === true;
}
