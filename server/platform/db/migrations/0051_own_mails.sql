CREATE TABLE "sold_out_events" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"noticed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_mail_choices" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"sold_out" boolean NOT NULL,
	"waiting_guests" text NOT NULL,
	"mailed_at" timestamp with time zone,
	"mailed_count" integer DEFAULT 0 NOT NULL,
	"mailed_newest_id" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "staff_mail_choices_waiting" CHECK ("staff_mail_choices"."waiting_guests" in ('never', 'hourly', 'daily'))
);
--> statement-breakpoint
ALTER TABLE "sold_out_events" ADD CONSTRAINT "sold_out_events_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_mail_choices" ADD CONSTRAINT "staff_mail_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;