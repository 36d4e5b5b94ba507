DROP INDEX "orders_by_user";--> statement-breakpoint
DROP INDEX "tickets_by_event";--> statement-breakpoint
CREATE INDEX "mails_by_beginning" ON "mails" USING btree ("key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "order_lines_by_event" ON "order_lines" USING btree ("event_id","order_id");--> statement-breakpoint
CREATE INDEX "orders_by_state" ON "orders" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_time" ON "ledger_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payment_callbacks_by_payment" ON "payment_callbacks" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "payments_by_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_flagged" ON "payments" USING btree ("order_id") WHERE "payments"."state" = 'flagged';--> statement-breakpoint
CREATE INDEX "tickets_by_time" ON "tickets" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_by_user" ON "orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "tickets_by_event" ON "tickets" USING btree ("event_id","id");