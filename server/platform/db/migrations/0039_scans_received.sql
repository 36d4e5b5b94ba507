ALTER TABLE "scans" ADD COLUMN "received_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "scans_undone_once" ON "scans" USING btree ("undone_scan_id");