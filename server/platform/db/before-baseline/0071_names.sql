-- Tables and columns get the names of docs/glossary.md; rows stay what they are.
ALTER TABLE baskets RENAME TO ticket_types;
ALTER TABLE codes RENAME TO promo_codes;
ALTER TABLE promo_codes RENAME COLUMN basket_id TO ticket_type_id;
ALTER TABLE holds RENAME COLUMN code_id TO promo_code_id;
ALTER TABLE order_lines RENAME COLUMN code_id TO promo_code_id;
ALTER TABLE holds RENAME COLUMN basket_id TO ticket_type_id;
ALTER TABLE order_lines RENAME COLUMN basket_id TO ticket_type_id;
ALTER TABLE tickets RENAME COLUMN basket_id TO ticket_type_id;
ALTER TABLE waiting_entries RENAME TO waitlist_entries;
ALTER TABLE ticket_returns RENAME TO resale_listings;
ALTER TABLE promoters RENAME COLUMN via TO ref_code;
ALTER TABLE promoter_opens RENAME TO promoter_clicks;
ALTER TABLE promoter_clicks RENAME COLUMN opens TO clicks;
ALTER TABLE door_lists RENAME TO guest_lists;
ALTER TABLE door_list_entries RENAME TO guest_list_entries;
ALTER TABLE past_holds RENAME TO hold_history;
ALTER TABLE holds RENAME COLUMN returned TO resale_quantity;
ALTER TABLE door_passes RENAME TO scanner_devices;
ALTER TABLE scanner_devices RENAME COLUMN pack_version TO offline_manifest_version;
ALTER TABLE door_calls RENAME TO scanner_device_calls;
ALTER TABLE scanner_device_calls RENAME COLUMN pass_id TO scanner_device_id;
ALTER TABLE scans RENAME COLUMN pass_id TO scanner_device_id;
ALTER TABLE scans RENAME COLUMN pack_version TO offline_manifest_version;
ALTER TABLE scans RENAME COLUMN round TO visit;
ALTER TABLE audit_entries RENAME COLUMN pass_name TO scanner_device_name;
ALTER TABLE events RENAME COLUMN taken TO sold_or_reserved;
ALTER TABLE events RENAME COLUMN places_per_person TO tickets_per_person;
ALTER TABLE ticket_types RENAME COLUMN taken TO sold_or_reserved;
ALTER TABLE ticket_types RENAME COLUMN quota TO allocation;
ALTER TABLE guest_lists RENAME COLUMN quota TO allocation;

-- Indexes, constraints, sequences and triggers follow.
DO $$
DECLARE
  words CONSTANT text[][] := ARRAY[['baskets', 'ticket_types'], ['basket', 'ticket_type'], ['waiting_entries', 'waitlist_entries'],
    ['ticket_returns', 'resale_listings'], ['door_lists', 'guest_lists'], ['door_list_entries', 'guest_list_entries'], ['past_holds', 'hold_history'],
    ['holds_returned', 'holds_resale_quantity'], ['door_passes', 'scanner_devices'], ['door_calls', 'scanner_device_calls'],
    ['pass_id', 'scanner_device_id'], ['by_pass', 'by_scanner_device'], ['account_or_pass', 'account_or_scanner_device'],
    ['scans_round', 'scans_visit'], ['events_taken', 'events_sold_or_reserved'], ['ticket_types_taken', 'ticket_types_sold_or_reserved'],
    ['ticket_types_quota', 'ticket_types_allocation'], ['guest_lists_quota', 'guest_lists_allocation'],
    ['events_places_per_person', 'events_tickets_per_person'],
    ['promoters_by_via', 'promoters_by_ref_code'], ['promoters_via', 'promoters_ref_code'], ['promoter_opens', 'promoter_clicks'], ['promoter_clicks_opens', 'promoter_clicks_clicks'],
    ['holds_by_code', 'holds_by_promo_code'], ['order_lines_by_code', 'order_lines_by_promo_code'], ['^codes', 'promo_codes'],
    ['code_id_codes', 'code_id_promo_codes'], ['code_id', 'promo_code_id']];
  ours CONSTANT oid[] := ARRAY['ticket_types'::regclass, 'promo_codes'::regclass, 'holds'::regclass, 'order_lines'::regclass, 'tickets'::regclass,
    'waitlist_entries'::regclass, 'resale_listings'::regclass, 'promoters'::regclass, 'promoter_clicks'::regclass, 'guest_lists'::regclass,
    'guest_list_entries'::regclass, 'hold_history'::regclass, 'scans'::regclass, 'scanner_devices'::regclass,
    'scanner_device_calls'::regclass, 'audit_entries'::regclass, 'events'::regclass];
  renamed text;
  found record;
BEGIN
  FOR found IN
    SELECT format('ALTER TABLE %s RENAME CONSTRAINT %%I TO %%I', conrelid::regclass) AS command, conname::text AS name
      FROM pg_constraint WHERE conrelid = ANY(ours)
    UNION ALL
    SELECT 'ALTER INDEX %I RENAME TO %I', i.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
      WHERE x.indrelid = ANY(ours) AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.oid AND c.conname = i.relname)
    UNION ALL
    SELECT 'ALTER SEQUENCE %I RENAME TO %I', s.relname FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i')
      WHERE s.relkind = 'S' AND d.refobjid = ANY(ours)
    UNION ALL
    SELECT format('ALTER TRIGGER %%I ON %s RENAME TO %%I', tgrelid::regclass), tgname FROM pg_trigger
      WHERE NOT tgisinternal AND tgrelid = ANY(ours)
  LOOP
    renamed := found.name;
    FOR i IN 1 .. array_length(words, 1) LOOP
      renamed := regexp_replace(renamed, '(^|_)' || words[i][1] || '(_|$)', '\1' || words[i][2] || '\2', 'g');
    END LOOP;
    IF renamed <> found.name THEN EXECUTE format(found.command, found.name, renamed); END IF;
  END LOOP;
END $$;

-- It names a column.
CREATE OR REPLACE FUNCTION count_event_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  apart CONSTANT text[] := ARRAY['sold_or_reserved', 'verified_only', 'revision', 'changed_at', 'search_text'];
BEGIN
  IF to_jsonb(OLD) - apart = to_jsonb(NEW) - apart OR (OLD.changed_at = now() AND OLD.xmin = pg_current_xact_id()::xid) THEN
    RETURN NEW;
  END IF;
  NEW.revision := OLD.revision + 1;
  NEW.changed_at := now();
  RETURN NEW;
END $$;

-- Stored words.
ALTER TABLE ticket_types ALTER COLUMN kind SET DEFAULT 'public';
UPDATE ticket_types SET kind = 'public' WHERE kind = 'release';
ALTER TABLE site_texts DISABLE TRIGGER USER;
UPDATE site_texts SET key = 'club:ticketTypes' WHERE key = 'club:releases';
UPDATE site_texts SET key = 'club:waitlist' WHERE key = 'club:waiting';
UPDATE site_texts SET key = 'club:door_sale' WHERE key = 'club:walk_up';
UPDATE site_texts SET key = regexp_replace(key, '^club:returns?', 'club:resale') WHERE key IN ('club:returns', 'club:returns_always', 'club:return_fee');
ALTER TABLE site_texts ENABLE TRIGGER USER;
ALTER TABLE audit_entries DISABLE TRIGGER USER;
UPDATE audit_entries SET action = regexp_replace(action, '^release\.', 'ticket_type.'), subject = regexp_replace(subject, '^release ', 'ticket_type '),
  detail = regexp_replace(regexp_replace(detail::text, '"release(Ids?)?": ', '"ticketType\1": ', 'g'), '"releases": ', '"ticketTypes": ', 'g')::jsonb
  WHERE action LIKE 'release.%' OR subject LIKE 'release %' OR detail::text LIKE '%"release%';
UPDATE audit_entries SET action = regexp_replace(action, '^code\.', 'promo_code.'), subject = regexp_replace(subject, '^code ', 'promo_code ')
  WHERE action LIKE 'code.%' OR subject LIKE 'code %';
UPDATE audit_entries SET action = 'waitlist.remove' WHERE action = 'waiting.remove';
UPDATE audit_entries SET action = 'team.notifications' WHERE action = 'team.own_mails';
UPDATE audit_entries SET detail = replace(detail::text, '"kind": "release"', '"kind": "public"')::jsonb WHERE detail::text LIKE '%"kind": "release"%';
UPDATE audit_entries SET detail = regexp_replace(detail::text, '"kind": "waiting-(offer|lapsed)"', '"kind": "waitlist-\1"', 'g')::jsonb
  WHERE detail::text LIKE '%"kind": "waiting-%';
UPDATE audit_entries SET subject = regexp_replace(replace(replace(replace(subject, 'club:releases', 'club:ticketTypes'),
    'club:waiting', 'club:waitlist'), 'club:walk_up', 'club:door_sale'), 'club:returns?(_always|_fee)?( |$)', 'club:resale\1\2')
  WHERE subject ~ 'club:(releases|waiting|walk_up|return)';
UPDATE audit_entries SET action = regexp_replace(replace(action, 'door.pass_', 'scanner_device.'), '^door\.pass$', 'scanner_device.create')
  WHERE action LIKE 'door.pass%';
UPDATE audit_entries SET action = 'scanner_device.revoke' WHERE action = 'scanner_device.revoked';
UPDATE audit_entries SET subject = regexp_replace(subject, '^pass ', 'scanner_device ') WHERE subject LIKE 'pass %';
UPDATE audit_entries SET detail = replace(replace(replace(replace(replace(detail::text, '"quota": ', '"allocation": '), '"taken": ', '"soldOrReserved": '),
    '"placesPerPerson": ', '"ticketsPerPerson": '), '"passes": ', '"scannerDevices": '), '"pass_ended"', '"device_ended"')::jsonb
  WHERE detail::text ~ '"(quota|taken|placesPerPerson|passes|pass_ended)"';
ALTER TABLE audit_entries ENABLE TRIGGER USER;
UPDATE alerts SET subject = regexp_replace(subject, '^pass ', 'scanner_device ') WHERE subject LIKE 'pass %';
ALTER TABLE scans DISABLE TRIGGER USER;
UPDATE scans SET reason = 'device_ended' WHERE reason = 'pass_ended';
UPDATE scans SET answer = replace(answer::text, '"pass_ended"', '"device_ended"')::jsonb WHERE answer::text LIKE '%"pass_ended"%';
ALTER TABLE scans ENABLE TRIGGER USER;
UPDATE mails SET kind = 'waitlist-offer' WHERE kind = 'waiting-offer';
UPDATE mails SET kind = 'waitlist-lapsed' WHERE kind = 'waiting-lapsed';

-- Jobs that wait, and the timetable; the tables are the job library's.
DO $$
BEGIN
  IF to_regclass('graphile_worker._private_tasks') IS NOT NULL THEN
    UPDATE graphile_worker._private_tasks SET identifier = 'offer-places' WHERE identifier = 'serve-waiting';
    UPDATE graphile_worker._private_tasks SET identifier = 'offer-all-places' WHERE identifier = 'serve-all-waiting';
    UPDATE graphile_worker._private_known_crontabs SET identifier = 'offer-all-places' WHERE identifier = 'serve-all-waiting';
  END IF;
END $$;
