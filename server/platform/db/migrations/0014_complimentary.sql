CREATE TABLE "complimentary_orders" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"event_id" integer NOT NULL,
	"given_by" integer NOT NULL,
	"reason" text NOT NULL,
	"revoked_by" integer,
	"revoked_at" timestamp with time zone,
	"revoke_reason" text
);
--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "kind" text DEFAULT 'release' NOT NULL;--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "kind" text DEFAULT 'sale' NOT NULL;--> statement-breakpoint
ALTER TABLE "complimentary_orders" ADD CONSTRAINT "complimentary_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complimentary_orders" ADD CONSTRAINT "complimentary_orders_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complimentary_orders" ADD CONSTRAINT "complimentary_orders_given_by_users_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complimentary_orders" ADD CONSTRAINT "complimentary_orders_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "complimentary_orders_by_event" ON "complimentary_orders" USING btree ("event_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "baskets_one_complimentary" ON "baskets" USING btree ("event_id") WHERE "baskets"."kind" = 'complimentary';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_complimentary" CHECK ("orders"."kind" <> 'complimentary' or "orders"."total_tetri" = 0);