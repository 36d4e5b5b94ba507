CREATE TABLE "announcements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"subject" text NOT NULL,
	"subject_lat" text NOT NULL,
	"body" text NOT NULL,
	"body_lat" text NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"send_at" timestamp with time zone NOT NULL,
	"recipients" integer,
	"created_by" integer,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_by_event" ON "announcements" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "announcements_by_time" ON "announcements" USING btree ("state","send_at");