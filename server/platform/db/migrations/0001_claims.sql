CREATE TABLE "claim_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "claim_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_line_id" bigint NOT NULL,
	"from_user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "ticket_transfers" ALTER COLUMN "token_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "names_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "claim" text DEFAULT 'bearer' NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_transfers" ADD COLUMN "claim_link_id" integer;--> statement-breakpoint
ALTER TABLE "claim_links" ADD CONSTRAINT "claim_links_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_links" ADD CONSTRAINT "claim_links_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "claim_links_by_token" ON "claim_links" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "claim_links_one_open" ON "claim_links" USING btree ("order_line_id","from_user_id") WHERE "claim_links"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "claim_links_by_sender" ON "claim_links" USING btree ("from_user_id");--> statement-breakpoint
ALTER TABLE "ticket_transfers" ADD CONSTRAINT "ticket_transfers_claim_link_id_claim_links_id_fk" FOREIGN KEY ("claim_link_id") REFERENCES "public"."claim_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_one_claimed" ON "tickets" USING btree ("event_id","user_id") WHERE "tickets"."state" = 'valid' and "tickets"."claim" in ('waiting', 'claimed');--> statement-breakpoint
CREATE INDEX "tickets_unclaimed" ON "tickets" USING btree ("event_id","order_line_id") WHERE "tickets"."state" = 'valid' and "tickets"."claim" = 'unclaimed';--> statement-breakpoint
CREATE INDEX "ticket_transfers_by_new_ticket" ON "ticket_transfers" USING btree ("new_ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_transfers_by_claim_link" ON "ticket_transfers" USING btree ("claim_link_id");--> statement-breakpoint
-- `verified_only` and `names_required` are switched beside the form that the revision guards; `search_text` is generated after this trigger.
CREATE OR REPLACE FUNCTION count_event_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  apart CONSTANT text[] := ARRAY['sold_or_reserved', 'verified_only', 'names_required', 'revision', 'changed_at', 'search_text'];
BEGIN
  IF to_jsonb(OLD) - apart = to_jsonb(NEW) - apart OR (OLD.changed_at = now() AND OLD.xmin = pg_current_xact_id()::xid) THEN
    RETURN NEW;
  END IF;
  NEW.revision := OLD.revision + 1;
  NEW.changed_at := now();
  RETURN NEW;
END $$;
