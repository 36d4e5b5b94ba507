ALTER TABLE "events" ADD COLUMN "dress_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "dress_code_lat" text DEFAULT '' NOT NULL;