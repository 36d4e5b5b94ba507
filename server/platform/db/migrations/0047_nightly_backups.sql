CREATE TABLE "nightly_backups" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"expected_since" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"error" text,
	"good_at" timestamp with time zone,
	"file_name" text,
	"bytes" bigint,
	CONSTRAINT "nightly_backups_one_row" CHECK ("nightly_backups"."is_only")
);
