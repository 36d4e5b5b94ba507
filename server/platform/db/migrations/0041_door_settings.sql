ALTER TABLE "audit_entries" ALTER COLUMN "staff_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "pass_name" text;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "refund_reason" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "licensed" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "exits" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "exits_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "opens_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "is_automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "refusal_refunds" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_by_account_or_pass" CHECK (("audit_entries"."staff_id" is null) <> ("audit_entries"."pass_name" is null));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_licensed" CHECK ("events"."licensed" > 0);--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_exits" CHECK ("events"."exits" in ('none', 'always') or ("events"."exits" = 'until' and "events"."exits_until" is not null));