import type { PoolClient } from 'pg';
import type { ClubSize } from './purchases.ts';
import { STAFF } from './guests.ts';

/**
 * Writes the data of the back office in proportion to the guests: twice as many audit entries, half as many enquiries, a tenth in failed
 * mails.
 */
export async function writeDesk(client: PoolClient, { guests }: ClubSize): Promise<void> {
  await client.query(insertAudit, [guests * 2, STAFF]);
  await client.query(insertEnquiries, [guests / 2]);
  await client.query(insertTicketMails);
  await client.query(insertLostMails, [guests / 10]);
  await client.query(insertAlerts, [guests / 20]);
  await client.query(insertNotes, [STAFF]);
  await client.query(insertTexts);
  await client.query(insertPictures);
  await client.query(insertBulkRefund);
}

/** Most entries are about guests; pictures are rare. */
const insertAudit = `
  insert into audit_entries (staff_id, action, subject, detail, created_at)
  select 1 + n % $2::int, action, kind || ' ' || 1 + n % 5000, '{"before": "Pending", "after": "Verified", "reason": "Looks like a regular"}',
    now() - make_interval(mins => ($1::int - n) * 10)
  from generate_series(1, $1::int) n, lateral (select case when n % 2000 = 3 then 'picture.upload' when n % 40 = 7 then 'night.change'
      when n % 10 = 5 then 'refund' when n % 5 = 1 then 'order.mail' else 'guest.status' end) as a (action),
    lateral (select case action when 'picture.upload' then 'picture' when 'night.change' then 'event' when 'refund' then 'order'
      when 'order.mail' then 'order' else 'guest' end) as k (kind)
  order by n`;

const insertEnquiries = `
  insert into enquiries (kind, body, state, created_at)
  select case when n % 3 = 0 then 'dj' else 'rental' end,
    case when n % 3 = 0
      then 'Full Name: Giorgi ' || n || '||Stage Name: Signal ' || n || '||Social Network Link: https://instagram.com/signal' || n
        || '||Music Platform Link: https://soundcloud.com/signal' || n || '||Motivation: '
      else 'Name: Nino ' || n || '||Email: nino' || n || '@mail.example||Event Description: ' end
      || repeat('We would bring two hundred people, our own light and a good mood for one long evening. ', 3)
      || case when n % 5000 = 7 then 'A wedding of the Orbeliani. გვინდა ქორწილი.' else '' end,
    case when n % 200 = 0 then 'new' when n % 50 = 0 then 'open' when n % 3 = 1 then 'closed' else 'answered' end,
    now() - make_interval(mins => ($1::int - n) * 10)
  from generate_series(1, $1::int) n order by n`;

const mailColumns = 'key, kind, recipient, language, payload, message_id, state, attempts, last_error, created_at, sent_at';

const insertTicketMails = `
  insert into mails (${mailColumns})
  select 'ticket:' || o.id, 'ticket', u.email, o.language, jsonb_build_object('orderId', o.id), '<' || md5('mail ' || o.id) || '@club.example>',
    'sent', 1, null, greatest(o.settled_at, now() - interval '80 days'), now()
  from orders o join users u on u.id = o.user_id where o.state <> 'failed' order by o.id`;

const insertLostMails = `
  insert into mails (${mailColumns})
  select 'welcome:' || n, 'welcome', 'guest' || n || '@gone.example', 'en', jsonb_build_object('userId', n), '<' || md5('lost ' || n) || '@club.example>',
    case when n % 20 = 0 then 'queued' else 'dead' end, 8, '550 5.1.1 no such mailbox', now() - make_interval(mins => 60 + ($1::int - n)), null
  from generate_series(1, $1::int) n order by n`;

/** One in ten is open. */
const insertAlerts = `
  insert into alerts (kind, subject, detail, created_at, resolved_at)
  select case when n % 2 = 0 then 'payment_flagged' else 'refund_failed' end, case when n % 2 = 0 then 'payment ' else 'refund ' end || n,
    'The bank took less than was asked', now() - make_interval(mins => ($1::int - n) * 10), case when n % 10 > 0 then now() end
  from generate_series(1, $1::int) n order by n`;

const insertNotes = `
  insert into guest_notes (user_id, author_id, text, created_at)
  select id, 1 + id % $1::int, 'Friendly at the door', created_at + interval '1 day' from users where id % 20 = 9 order by id`;

const insertTexts = `
  insert into site_texts (key, language, version, value, editor_id, created_at)
  select 'about.text', 'en', n, 'What we are, told for the ' || n || 'th time', 1, now() - make_interval(days => 1000 - n) from generate_series(1, 1000) n`;

const insertPictures = `
  insert into gallery_images (album, file, name, width, height, widths, position, source, source_id, checksum)
  select 'gallery', 'picture-' || n, 'Picture ' || n, 1600, 1200, '{400,800,1600}', n, 'upload', 'picture-' || n, md5('picture ' || n) from generate_series(1, 300) n`;

const insertBulkRefund = `
  insert into bulk_refunds (event_id, note, state, started_by, started_at, ended_at)
  select max(id), 'The roof leaked', 'done', 1, now(), now() from events`;
