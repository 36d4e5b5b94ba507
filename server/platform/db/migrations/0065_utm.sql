ALTER TABLE "orders" ADD COLUMN "utm_source" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "utm_medium" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "utm_campaign" text;--> statement-breakpoint
CREATE INDEX "orders_with_utm" ON "orders" USING btree ("id") WHERE coalesce("orders"."utm_source", "orders"."utm_medium", "orders"."utm_campaign") is not null;