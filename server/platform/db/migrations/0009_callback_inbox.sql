ALTER TABLE "payment_callbacks" ADD COLUMN "payment_id" bigint;--> statement-breakpoint
ALTER TABLE "payment_callbacks" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_callbacks" ADD CONSTRAINT "payment_callbacks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_callbacks_to_handle" ON "payment_callbacks" USING btree ("payment_id") WHERE "payment_callbacks"."handled_at" is null;