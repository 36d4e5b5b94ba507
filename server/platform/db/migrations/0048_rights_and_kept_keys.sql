-- The server's user may not delete from append-only tables; what is younger than a year stays whatever it says.
CREATE FUNCTION forget_security_events(before timestamptz) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ DELETE FROM security_events WHERE at < least(before, now() - interval '365 days') $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION forget_security_events(timestamptz) FROM PUBLIC;
--> statement-breakpoint
CREATE TABLE "kept_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	"resealed_at" timestamp with time zone
);
