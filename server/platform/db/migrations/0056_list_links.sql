ALTER TABLE "door_lists" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "door_lists" ADD COLUMN "link_made_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "door_lists_by_link" ON "door_lists" USING btree ("link_hash");