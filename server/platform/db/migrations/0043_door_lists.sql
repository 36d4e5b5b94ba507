CREATE TABLE "door_list_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "door_list_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"list_id" integer NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"plus_ones" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "door_list_entries_plus_ones" CHECK ("door_list_entries"."plus_ones" >= 0)
);
--> statement-breakpoint
CREATE TABLE "door_lists" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "door_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"name" text NOT NULL,
	"quota" integer NOT NULL,
	"free_until" timestamp with time zone,
	"created_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "door_lists_quota" CHECK ("door_lists"."quota" > 0)
);
--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "entry_id" bigint;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "people" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "door_list_entries" ADD CONSTRAINT "door_list_entries_list_id_door_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."door_lists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_lists" ADD CONSTRAINT "door_lists_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_lists" ADD CONSTRAINT "door_lists_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "door_list_entries_by_list" ON "door_list_entries" USING btree ("list_id");--> statement-breakpoint
CREATE INDEX "door_lists_by_event" ON "door_lists" USING btree ("event_id");--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_entry_id_door_list_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."door_list_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scans_by_entry" ON "scans" USING btree ("entry_id") WHERE "scans"."entry_id" is not null;