ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (guest_search_text(first_name, last_name, email, phone_number)) STORED;--> statement-breakpoint
-- Over the column instead of the expression: a search the index cannot serve reads the text instead of putting it together.
DROP INDEX IF EXISTS users_by_search_text;
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX users_by_search_text ON users USING gin (search_text gin_trgm_ops) WHERE deleted_at IS NULL;
  END IF;
END $$;
