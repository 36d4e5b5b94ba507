CREATE TABLE "set_up_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_events" (
	"event_id" integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_test_orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_test_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"provider_order_id" text,
	"idempotency_key" uuid NOT NULL,
	"refund_key" uuid NOT NULL,
	"amount_tetri" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"check_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "demo_events" ADD CONSTRAINT "demo_events_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_test_orders" ADD CONSTRAINT "bank_test_orders_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_test_orders_by_provider_order" ON "bank_test_orders" USING btree ("provider","provider_order_id");--> statement-breakpoint
CREATE INDEX "bank_test_orders_to_check" ON "bank_test_orders" USING btree ("check_at") WHERE "bank_test_orders"."state" in ('open', 'paid');