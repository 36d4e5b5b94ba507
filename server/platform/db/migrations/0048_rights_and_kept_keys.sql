-- The server's user may not delete from append-only tables; the trigger security_events_kept still protects what is younger than 90 days.
CREATE FUNCTION forget_security_events(before timestamptz) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ DELETE FROM security_events WHERE at < before $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION forget_security_events(timestamptz) FROM PUBLIC;
--> statement-breakpoint
CREATE TABLE "kept_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	"resealed_at" timestamp with time zone
);
