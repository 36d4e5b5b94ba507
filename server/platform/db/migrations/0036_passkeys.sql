CREATE TABLE "passkey_challenges" (
	"purpose" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" integer NOT NULL,
	"challenge_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_purpose_subject_pk" PRIMARY KEY("purpose","subject"),
	CONSTRAINT "passkey_challenges_purpose" CHECK ("passkey_challenges"."purpose" in ('add', 'sign_in', 'confirm'))
);
--> statement-breakpoint
ALTER TABLE "second_factors" ADD COLUMN "credential_id" text;--> statement-breakpoint
ALTER TABLE "second_factors" ADD COLUMN "public_key" text;--> statement-breakpoint
ALTER TABLE "second_factors" ADD COLUMN "signatures" bigint;--> statement-breakpoint
ALTER TABLE "second_factors" ADD COLUMN "transports" text[];--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_challenges_by_user" ON "passkey_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "second_factors_credential" ON "second_factors" USING btree ("credential_id");--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_passkey" CHECK ("second_factors"."kind" <> 'passkey' or num_nulls("second_factors"."credential_id", "second_factors"."public_key", "second_factors"."signatures", "second_factors"."transports") = 0);