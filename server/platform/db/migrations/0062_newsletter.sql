ALTER TABLE "announcements" ALTER COLUMN "event_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "newsletter_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "newsletter_language" text;--> statement-breakpoint
CREATE INDEX "users_with_newsletter" ON "users" USING btree ("id") WHERE "users"."newsletter_since" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_newsletter" CHECK (("users"."newsletter_since" is null) = ("users"."newsletter_language" is null));