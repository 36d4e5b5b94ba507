ALTER TABLE "sold_out_events" ADD COLUMN "places" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "demo_events" ADD COLUMN "revision" integer;--> statement-breakpoint
UPDATE "sold_out_events" s SET "places" = least(e."capacity", (SELECT sum(b."quota") FROM "baskets" b WHERE b."event_id" = e."id" AND b."kind" = 'release' AND b."price_tetri" IS NOT NULL)) FROM "events" e WHERE e."id" = s."event_id";
