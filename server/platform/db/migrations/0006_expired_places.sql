ALTER TABLE "expired_holds" ADD COLUMN "quantity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "expired_holds" ADD COLUMN "seen_at" timestamp with time zone;