CREATE TABLE "guest_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guest_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"author_id" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by_id" integer
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "personal_number_digest" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "banned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "banned_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "ban_reason" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "verified_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guest_notes" ADD CONSTRAINT "guest_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_notes" ADD CONSTRAINT "guest_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_notes" ADD CONSTRAINT "guest_notes_withdrawn_by_id_users_id_fk" FOREIGN KEY ("withdrawn_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_notes_by_guest" ON "guest_notes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "users_by_status" ON "users" USING btree ("status","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_personal_number" ON "users" USING btree ("personal_number_digest");--> statement-breakpoint
CREATE INDEX "audit_entries_by_staff" ON "audit_entries" USING btree ("staff_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_action" ON "audit_entries" USING btree ("action","id");--> statement-breakpoint
-- Who may buy is told before the button, so a switch of the door is a change of public content.
CREATE TRIGGER events_admission_changed AFTER UPDATE OF verified_only ON events FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
-- What a guest is searched by: names, mail, and the phone's digits without its signs.
CREATE FUNCTION guest_search_text(first_name text, last_name text, email text, phone_number text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(first_name || ' ' || last_name || ' ' || email || ' ' || regexp_replace(phone_number, '\D', '', 'g'));
--> statement-breakpoint
-- A server without the extension searches without the index: slower, not wrong.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX users_by_search_text ON users USING gin (guest_search_text(first_name, last_name, email, phone_number) gin_trgm_ops)
      WHERE deleted_at IS NULL;
  END IF;
END $$;
