DROP INDEX "scans_by_pass";--> statement-breakpoint
DROP INDEX "scans_undone_once";--> statement-breakpoint
CREATE INDEX "scans_by_pass" ON "scans" USING btree ("pass_id") WHERE "scans"."pass_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "scans_undone_once" ON "scans" USING btree ("undone_scan_id") WHERE "scans"."undone_scan_id" is not null;