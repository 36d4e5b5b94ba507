ALTER TABLE "alerts" ADD COLUMN "end_mailed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "alerts_end_to_mail" ON "alerts" USING btree ("id") WHERE "alerts"."resolved_at" is not null and "alerts"."mailed_at" is not null and "alerts"."end_mailed_at" is null;--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("state","created_at") WHERE "payments"."state" in ('created', 'pending', 'flagged', 'refunding');--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "payments" USING btree ("created_at");--> statement-breakpoint
-- Alerts that ended before are no news.
UPDATE "alerts" SET "end_mailed_at" = "resolved_at" WHERE "resolved_at" IS NOT NULL;
