ALTER TABLE "event_numbers" ADD COLUMN "listed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "door_list_entries" ADD COLUMN "order_id" bigint;--> statement-breakpoint
ALTER TABLE "door_lists" ADD COLUMN "price_tetri" integer;--> statement-breakpoint
ALTER TABLE "door_list_entries" ADD CONSTRAINT "door_list_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "door_list_entries_by_order" ON "door_list_entries" USING btree ("order_id") WHERE "door_list_entries"."order_id" is not null;--> statement-breakpoint
ALTER TABLE "door_lists" ADD CONSTRAINT "door_lists_price" CHECK ("door_lists"."price_tetri" > 0);--> statement-breakpoint
-- The nightly count writes who came by lists; this counts the events of before with the next minute.
INSERT INTO number_changes (event_id) SELECT DISTINCT event_id FROM event_numbers;
