ALTER TABLE "scans" ADD COLUMN "event_id" integer;--> statement-breakpoint
CREATE INDEX "scans_by_event" ON "scans" USING btree ("event_id");