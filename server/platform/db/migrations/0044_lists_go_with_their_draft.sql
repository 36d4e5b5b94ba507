ALTER TABLE "door_list_entries" DROP CONSTRAINT "door_list_entries_list_id_door_lists_id_fk";
--> statement-breakpoint
ALTER TABLE "door_lists" DROP CONSTRAINT "door_lists_event_id_events_id_fk";
--> statement-breakpoint
ALTER TABLE "door_list_entries" ADD CONSTRAINT "door_list_entries_list_id_door_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."door_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_lists" ADD CONSTRAINT "door_lists_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;