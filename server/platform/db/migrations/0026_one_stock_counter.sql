-- One counter of places instead of two: a place that is held is taken, and stays taken when it is paid.
ALTER TABLE "baskets" DROP CONSTRAINT "baskets_stock";--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_stock";--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "taken" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "taken" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "baskets" SET "taken" = "held" + "sold" WHERE "held" + "sold" > 0;--> statement-breakpoint
UPDATE "events" SET "taken" = "held" + "sold" WHERE "held" + "sold" > 0;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_stock" CHECK ("baskets"."taken" between 0 and "baskets"."quota");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_stock" CHECK ("events"."taken" between 0 and "events"."capacity");--> statement-breakpoint
ALTER TABLE "baskets" DROP COLUMN "held";--> statement-breakpoint
ALTER TABLE "baskets" DROP COLUMN "sold";--> statement-breakpoint
ALTER TABLE "events" DROP COLUMN "held";--> statement-breakpoint
ALTER TABLE "events" DROP COLUMN "sold";--> statement-breakpoint
-- Triggers compare rows, so that a new column is never forgotten. Taken places are no change of an event: they change with every cart, by
-- statements that change nothing else, and cached answers live only seconds.
DROP TRIGGER events_changed ON events;--> statement-breakpoint
DROP TRIGGER events_admission_changed ON events;--> statement-breakpoint
DROP TRIGGER baskets_changed ON baskets;--> statement-breakpoint
CREATE TRIGGER events_come_or_go AFTER INSERT OR DELETE ON events FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
CREATE TRIGGER events_changed AFTER UPDATE ON events FOR EACH ROW
  WHEN (OLD.taken = NEW.taken AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
CREATE TRIGGER baskets_come_or_go AFTER INSERT OR DELETE ON baskets FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
CREATE TRIGGER baskets_changed AFTER UPDATE ON baskets FOR EACH ROW
  WHEN (OLD.taken = NEW.taken AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
-- One transaction makes one revision. `verified_only` is switched beside the form that the revision guards; `search_text` is generated
-- after this trigger.
CREATE OR REPLACE FUNCTION count_event_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  apart CONSTANT text[] := ARRAY['taken', 'verified_only', 'revision', 'changed_at', 'search_text'];
BEGIN
  IF to_jsonb(OLD) - apart = to_jsonb(NEW) - apart OR (OLD.changed_at = now() AND OLD.xmin = pg_current_xact_id()::xid) THEN
    RETURN NEW;
  END IF;
  NEW.revision := OLD.revision + 1;
  NEW.changed_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER events_revised ON events;--> statement-breakpoint
CREATE TRIGGER events_revised BEFORE UPDATE ON events FOR EACH ROW WHEN (OLD.taken = NEW.taken) EXECUTE FUNCTION count_event_revision();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION revise_event_of_line_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE events SET revision = revision + 1, changed_at = now()
  WHERE id IN (SELECT event_id FROM changed) AND NOT (changed_at = now() AND xmin = pg_current_xact_id()::xid);
  RETURN NULL;
END $$;
