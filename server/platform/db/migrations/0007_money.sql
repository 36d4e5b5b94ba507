CREATE TABLE "alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"staff_id" integer NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"note" text NOT NULL,
	"state" text NOT NULL,
	"started_by" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"movement" text NOT NULL,
	"payment_id" bigint NOT NULL,
	"refund_id" bigint,
	"account" text NOT NULL,
	"amount_tetri" integer NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount_tetri" <> 0)
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_amount";--> statement-breakpoint
DROP INDEX "refunds_once";--> statement-breakpoint
DROP INDEX "payments_to_check";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "captured_tetri" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "captured_currency" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_tetri" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "resolution" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "resolution_note" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "resolved_by" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "requested_by" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "bulk_refund_id" bigint;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "checks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "check_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "refund_id" bigint;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_refunds" ADD CONSTRAINT "bulk_refunds_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_refunds" ADD CONSTRAINT "bulk_refunds_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_one_open" ON "alerts" USING btree ("kind","subject") WHERE "alerts"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_by_time" ON "alerts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_by_subject" ON "audit_entries" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_refunds_one_per_event" ON "bulk_refunds" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once" ON "ledger_entries" USING btree ("movement","account");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_payment" ON "ledger_entries" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_bulk_refund_id_bulk_refunds_id_fk" FOREIGN KEY ("bulk_refund_id") REFERENCES "public"."bulk_refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_of_whole_once" ON "refunds" USING btree ("payment_id") WHERE "refunds"."reason" in ('no_place', 'flagged', 'at_bank');--> statement-breakpoint
CREATE INDEX "refunds_by_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_by_bulk" ON "refunds" USING btree ("bulk_refund_id");--> statement-breakpoint
CREATE INDEX "refunds_to_check" ON "refunds" USING btree ("check_at") WHERE "refunds"."state" in ('intended', 'unknown', 'sent');--> statement-breakpoint
CREATE INDEX "tickets_by_refund" ON "tickets" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "payments_to_check" ON "payments" USING btree ("check_at") WHERE "payments"."state" in ('created', 'pending');--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunds" CHECK ("payments"."refund_tetri" >= 0 and "payments"."refund_tetri" <= "payments"."captured_tetri");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_tetri" >= 0);--> statement-breakpoint
-- What was collected and given back before there was a ledger.
UPDATE payments SET captured_tetri = amount_tetri, captured_currency = currency
  WHERE state IN ('paid', 'refunding', 'refunded') AND amount_tetri > 0;
--> statement-breakpoint
INSERT INTO refunds (payment_id, amount_tetri, reason, idempotency_key, state, created_at, confirmed_at)
  SELECT id, amount_tetri, 'at_bank', gen_random_uuid(), 'confirmed', coalesce(settled_at, created_at), coalesce(settled_at, created_at)
  FROM payments p WHERE state = 'refunded' AND amount_tetri > 0 AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id);
--> statement-breakpoint
UPDATE payments p SET refund_tetri = r.amount_tetri
  FROM (SELECT payment_id, sum(amount_tetri) AS amount_tetri FROM refunds GROUP BY payment_id) r WHERE r.payment_id = p.id;
--> statement-breakpoint
INSERT INTO ledger_entries (movement, payment_id, account, amount_tetri, currency, created_at)
  SELECT 'capture ' || p.id, p.id, e.account, e.sign * p.captured_tetri, p.currency, coalesce(p.settled_at, p.created_at)
  FROM payments p CROSS JOIN LATERAL (VALUES ('bank', 1), (CASE WHEN p.state = 'paid' THEN 'sales' ELSE 'owed' END, -1)) AS e (account, sign)
  WHERE p.captured_tetri > 0 ORDER BY p.id, e.sign DESC;
--> statement-breakpoint
INSERT INTO ledger_entries (movement, payment_id, refund_id, account, amount_tetri, currency, created_at)
  SELECT 'refund ' || r.id, p.id, r.id, e.account, e.sign * r.amount_tetri, p.currency, coalesce(r.confirmed_at, r.created_at)
  FROM refunds r JOIN payments p ON p.id = r.payment_id CROSS JOIN (VALUES ('owed', 1), ('bank', -1)) AS e (account, sign)
  WHERE r.state = 'confirmed' AND r.amount_tetri > 0 ORDER BY r.id, e.sign DESC;
--> statement-breakpoint
-- A movement is written with one statement, and its entries sum to zero in one currency.
CREATE FUNCTION refuse_unbalanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM ledger_entries WHERE movement IN (SELECT movement FROM added)
    GROUP BY movement HAVING sum(amount_tetri) <> 0 OR count(DISTINCT currency) > 1
  ) THEN
    RAISE EXCEPTION 'a movement of the ledger does not balance' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
