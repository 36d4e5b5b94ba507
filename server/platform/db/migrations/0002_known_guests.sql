CREATE TABLE "declined_invitations" (
	"email_digest" text PRIMARY KEY NOT NULL,
	"declined_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_guests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "known_guests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"status" text,
	"note" text NOT NULL,
	"language" text NOT NULL,
	"imported_by" integer NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	"invited_at" timestamp with time zone,
	"token_hash" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_by" integer,
	"used_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "known_guests_status" CHECK ("known_guests"."status" in ('Verified', 'Welcomed_Guest')),
	CONSTRAINT "known_guests_invited" CHECK (("known_guests"."invited_at" is null) = ("known_guests"."token_hash" is null)),
	CONSTRAINT "known_guests_used" CHECK (("known_guests"."used_by" is null) = ("known_guests"."used_at" is null)),
	CONSTRAINT "known_guests_one_end" CHECK ("known_guests"."used_at" is null or "known_guests"."withdrawn_at" is null)
);
--> statement-breakpoint
ALTER TABLE "known_guests" ADD CONSTRAINT "known_guests_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_guests" ADD CONSTRAINT "known_guests_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "known_guests_once_per_email" ON "known_guests" USING btree ("email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "known_guests_by_hash" ON "known_guests" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "known_guests_by_account" ON "known_guests" USING btree ("used_by");--> statement-breakpoint
CREATE INDEX "known_guests_to_invite" ON "known_guests" USING btree ("id") WHERE "known_guests"."invited_at" is null;