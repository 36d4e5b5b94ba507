CREATE TABLE "ticket_returns" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_returns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" bigint NOT NULL,
	"event_id" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"fee_tetri" integer NOT NULL,
	"hold_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "ticket_returns_fee" CHECK ("ticket_returns"."fee_tetri" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ticket_transfers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" bigint NOT NULL,
	"from_user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"to_user_id" integer,
	"new_ticket_id" bigint,
	"accepted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "waiting_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"quantity" smallint NOT NULL,
	"language" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"offered_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "waiting_entries_quantity" CHECK ("waiting_entries"."quantity" > 0)
);
--> statement-breakpoint
DROP INDEX "tickets_once_per_place";--> statement-breakpoint
DROP INDEX "tickets_by_time";--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "fee_tetri" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "transfer_number" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "holder_name" text;--> statement-breakpoint
ALTER TABLE "ticket_returns" ADD CONSTRAINT "ticket_returns_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_returns" ADD CONSTRAINT "ticket_returns_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_returns" ADD CONSTRAINT "ticket_returns_hold_id_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."holds"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_transfers" ADD CONSTRAINT "ticket_transfers_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_transfers" ADD CONSTRAINT "ticket_transfers_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_transfers" ADD CONSTRAINT "ticket_transfers_to_user_id_users_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_transfers" ADD CONSTRAINT "ticket_transfers_new_ticket_id_tickets_id_fk" FOREIGN KEY ("new_ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_returns_one_open" ON "ticket_returns" USING btree ("ticket_id") WHERE "ticket_returns"."state" = 'open';--> statement-breakpoint
CREATE INDEX "ticket_returns_open" ON "ticket_returns" USING btree ("event_id","id") WHERE "ticket_returns"."state" = 'open';--> statement-breakpoint
CREATE INDEX "ticket_returns_by_ticket" ON "ticket_returns" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_returns_by_hold" ON "ticket_returns" USING btree ("hold_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_transfers_by_token" ON "ticket_transfers" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_transfers_one_open" ON "ticket_transfers" USING btree ("ticket_id") WHERE "ticket_transfers"."ended_at" is null and "ticket_transfers"."accepted_at" is null;--> statement-breakpoint
CREATE INDEX "ticket_transfers_by_ticket" ON "ticket_transfers" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_transfers_by_sender" ON "ticket_transfers" USING btree ("from_user_id");--> statement-breakpoint
CREATE INDEX "ticket_transfers_by_recipient" ON "ticket_transfers" USING btree ("to_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_entries_one_per_person" ON "waiting_entries" USING btree ("event_id","user_id") WHERE "waiting_entries"."state" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "waiting_entries_waiting" ON "waiting_entries" USING btree ("event_id","quantity") WHERE "waiting_entries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "waiting_entries_by_event" ON "waiting_entries" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "waiting_entries_by_user" ON "waiting_entries" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_once_per_place" ON "tickets" USING btree ("order_line_id","place","transfer_number");--> statement-breakpoint
CREATE INDEX "tickets_by_time" ON "tickets" USING btree ("created_at","price_tetri","transfer_number");--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_returned" CHECK ("holds"."returned" >= 0);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_fee" CHECK ("refunds"."fee_tetri" >= 0);