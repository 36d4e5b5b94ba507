DROP INDEX "ledger_entries_by_time";--> statement-breakpoint
DROP INDEX "tickets_by_time";--> statement-breakpoint
CREATE INDEX "ledger_entries_of_bank" ON "ledger_entries" USING btree ("created_at","currency","amount_tetri") WHERE "ledger_entries"."account" = 'bank';--> statement-breakpoint
CREATE INDEX "tickets_by_time" ON "tickets" USING btree ("created_at","price_tetri");