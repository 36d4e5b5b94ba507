ALTER TABLE "email_changes" ALTER COLUMN "token_hash" DROP NOT NULL;
ALTER TABLE "email_changes" ADD COLUMN "not_before" timestamp with time zone;
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_link" CHECK ("email_changes"."token_hash" is not null or "email_changes"."not_before" is not null);
