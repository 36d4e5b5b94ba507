ALTER TABLE "waiting_entries" ADD COLUMN "hold_id" integer;--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_hold_id_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."holds"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_entries_by_hold" ON "waiting_entries" USING btree ("hold_id");--> statement-breakpoint
UPDATE "waiting_entries" w SET "hold_id" = h."id" FROM "holds" h WHERE w."state" = 'offered' AND h."user_id" = w."user_id" AND h."event_id" = w."event_id";
