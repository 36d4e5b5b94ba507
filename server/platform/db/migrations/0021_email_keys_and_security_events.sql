CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" integer,
	"network" text,
	"device" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_one_account_per_email";--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD COLUMN "parent_id" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_key" text;--> statement-breakpoint
-- Plain addresses are the same in every folding. All others are folded by the server at its start (server/accounts/old-email-keys.ts).
UPDATE "users" SET "email_key" = CASE WHEN "email" ~ '^[ -~]*$' THEN lower("email") ELSE 'unfolded:' || "id" END;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "email_key" SET NOT NULL;--> statement-breakpoint
-- A token's parent is the last one of its family that was used before it was issued.
UPDATE "refresh_tokens" AS "child" SET "parent_id" = (
  SELECT max("parent"."id") FROM "refresh_tokens" AS "parent"
  WHERE "parent"."session_id" = "child"."session_id" AND "parent"."id" < "child"."id" AND "parent"."used_at" IS NOT NULL
);--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "security_events_by_user" ON "security_events" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "security_events_by_time" ON "security_events" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_account_per_email_key" ON "users" USING btree ("email_key");--> statement-breakpoint
-- Counters of failed sign-ins must outlive a crash of the database.
ALTER TABLE rate_limits SET LOGGED;
--> statement-breakpoint
CREATE TRIGGER security_events_append_only BEFORE UPDATE OR TRUNCATE ON security_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- By the clock of the database, a day short of the 90, so that no row waits for the clocks to agree to the second.
CREATE TRIGGER security_events_kept BEFORE DELETE ON security_events FOR EACH ROW
  WHEN (OLD.at > now() - interval '89 days') EXECUTE FUNCTION refuse_change();
