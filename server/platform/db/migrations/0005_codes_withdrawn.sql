ALTER TABLE "tickets" ADD COLUMN "code_withdrawn_at" timestamp with time zone;--> statement-breakpoint
-- The mail with the code was the only trace of it; mails are deleted after 90 days.
UPDATE "tickets" t SET "code_withdrawn_at" = now() FROM "order_lines" l
WHERE l."id" = t."order_line_id" AND t."state" = 'valid' AND t."claim" = 'waiting' AND (t."created_at" < now() - interval '90 days'
  OR EXISTS (SELECT FROM "mails" m WHERE m."key" = 'ticket:' || l."order_id" || ':' || t."id"
    OR starts_with(m."key", 'ticket:' || l."order_id" || ':' || t."id" || ':')));
