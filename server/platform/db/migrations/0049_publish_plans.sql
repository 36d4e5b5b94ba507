CREATE TABLE "publish_plans" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"publish_at" timestamp with time zone NOT NULL,
	"confirmed" text[] NOT NULL,
	"planned_by" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "publish_plans" ADD CONSTRAINT "publish_plans_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "publish_plans_by_time" ON "publish_plans" USING btree ("publish_at");--> statement-breakpoint
ALTER TABLE "publish_plans" ADD CONSTRAINT "publish_plans_planned_by_users_id_fk" FOREIGN KEY ("planned_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
