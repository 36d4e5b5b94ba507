-- Lower case, with Georgian letters as passports write them in Latin: whoever searches in one script finds what was written in the other,
-- and the trigram index serves both even where the database's locale knows no letters beyond ASCII.
CREATE FUNCTION latin_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN replace(replace(replace(replace(replace(replace(replace(replace(replace(
    translate(lower(value), 'აბგდევზთიკლმნოპრსტუფქყჯჰ', 'abgdevztiklmnoprstupkqjh'),
    'ჟ', 'zh'), 'ღ', 'gh'), 'შ', 'sh'), 'ჩ', 'ch'), 'ც', 'ts'), 'ძ', 'dz'), 'წ', 'ts'), 'ჭ', 'ch'), 'ხ', 'kh');
--> statement-breakpoint
-- A space stands before every word, the first one too: how a word begins can be searched for.
CREATE OR REPLACE FUNCTION guest_search_text(first_name text, last_name text, email text, phone_number text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ' ' || latin_text(first_name || ' ' || last_name || ' ' || email) || ' ' || regexp_replace(phone_number, '\D', '', 'g');
--> statement-breakpoint
-- Written anew, so that every row is what the function says now.
ALTER TABLE "users" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (guest_search_text(first_name, last_name, email, phone_number)) STORED;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "search_text" text GENERATED ALWAYS AS (' ' || regexp_replace(latin_text(body), '[\s|]+', ' ', 'g')) STORED;--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX users_by_search_text ON users USING gin (search_text gin_trgm_ops) WHERE deleted_at IS NULL;
    CREATE INDEX enquiries_by_search_text ON enquiries USING gin (search_text gin_trgm_ops);
  END IF;
END $$;
--> statement-breakpoint
DROP INDEX "audit_entries_by_subject";--> statement-breakpoint
CREATE INDEX "audit_entries_by_subject" ON "audit_entries" USING btree ("subject" text_pattern_ops);
