CREATE TABLE "banned_people" (
	"personal_number_digest" text PRIMARY KEY NOT NULL,
	"banned_at" timestamp with time zone NOT NULL,
	"banned_until" timestamp with time zone,
	"ban_reason" text NOT NULL
);
