ALTER TABLE "line_ups" DROP CONSTRAINT "line_ups_floor";--> statement-breakpoint
ALTER TABLE "line_ups" ADD CONSTRAINT "line_ups_floor" CHECK ("line_ups"."floor" between 1 and 4);