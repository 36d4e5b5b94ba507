CREATE TABLE "machines" (
	"name" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"processes" integer NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- The oldest version of the program that works with these tables: a migration that removes something replaces it (fitting-versions.ts).
CREATE OR REPLACE FUNCTION oldest_version() RETURNS text LANGUAGE sql IMMUTABLE RETURN '1.0.0';
