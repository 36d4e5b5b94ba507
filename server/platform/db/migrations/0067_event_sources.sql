CREATE TABLE "event_sources" (
	"event_id" integer NOT NULL,
	"source" text NOT NULL,
	"medium" text NOT NULL,
	"campaign" text NOT NULL,
	"orders" integer NOT NULL,
	"tickets" integer NOT NULL,
	"arrived" integer NOT NULL,
	"tetri" bigint NOT NULL,
	CONSTRAINT "event_sources_event_id_source_medium_campaign_pk" PRIMARY KEY("event_id","source","medium","campaign")
);
--> statement-breakpoint
ALTER TABLE "event_sources" ADD CONSTRAINT "event_sources_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Events whose buyers came by such links wait to be counted again, now with their sources.
INSERT INTO number_changes (event_id)
SELECT DISTINCT l.event_id FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE coalesce(o.utm_source, o.utm_medium, o.utm_campaign) IS NOT NULL;
