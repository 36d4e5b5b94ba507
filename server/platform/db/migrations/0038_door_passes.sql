CREATE TABLE "door_calls" (
	"pass_id" uuid NOT NULL,
	"nonce" text NOT NULL,
	"called_at" timestamp with time zone NOT NULL,
	CONSTRAINT "door_calls_pass_id_nonce_pk" PRIMARY KEY("pass_id","nonce")
);
--> statement-breakpoint
CREATE TABLE "door_passes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" integer NOT NULL,
	"name" text NOT NULL,
	"rights" text[] NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"secret_hash" text,
	"secret_until" timestamp with time zone,
	"public_key" text,
	"taken_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_sequence" integer DEFAULT 0 NOT NULL,
	"seen_at" timestamp with time zone,
	"unsent" integer,
	"pack_version" text,
	"offset_ms" integer,
	"uncertainty_ms" integer
);
--> statement-breakpoint
DROP INDEX "scans_by_scan_id";--> statement-breakpoint
DROP INDEX "scans_one_acceptance_per_ticket";--> statement-breakpoint
ALTER TABLE "scans" ALTER COLUMN "ticket_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ALTER COLUMN "staff_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "pass_id" uuid;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "sequence" integer;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "kind" text DEFAULT 'in' NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "decided_by" text DEFAULT 'server' NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "offset_ms" integer;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "uncertainty_ms" integer;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "pack_version" text;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "undone_scan_id" uuid;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "round" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "door_calls" ADD CONSTRAINT "door_calls_pass_id_door_passes_id_fk" FOREIGN KEY ("pass_id") REFERENCES "public"."door_passes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_passes" ADD CONSTRAINT "door_passes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_passes" ADD CONSTRAINT "door_passes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "door_calls_by_time" ON "door_calls" USING btree ("called_at");--> statement-breakpoint
CREATE INDEX "door_passes_by_event" ON "door_passes" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "door_passes_by_secret" ON "door_passes" USING btree ("secret_hash");--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_pass_id_door_passes_id_fk" FOREIGN KEY ("pass_id") REFERENCES "public"."door_passes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scans_by_pass" ON "scans" USING btree ("pass_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scans_by_scan_id" ON "scans" USING btree ("scan_id","decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "scans_one_acceptance_per_ticket" ON "scans" USING btree ("ticket_id","round") WHERE "scans"."result" = 'accepted';--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_by_account_or_pass" CHECK (("scans"."staff_id" is null) <> ("scans"."pass_id" is null));