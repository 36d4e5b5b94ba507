ALTER TABLE "events" ADD COLUMN "search_text" text GENERATED ALWAYS AS (' ' || latin_text(name || ' ' || name_lat)) STORED;--> statement-breakpoint
-- What one transaction changes of a night is one revision: a line-up is taken away and written anew, and the night is saved with it.
CREATE OR REPLACE FUNCTION count_event_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.changed_at = now() AND OLD.xmin = pg_current_xact_id()::xid THEN
    RETURN NEW;
  END IF;
  NEW.revision := OLD.revision + 1;
  NEW.changed_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER line_ups_revise_event ON line_ups;
--> statement-breakpoint
-- Once per statement, however many acts it touches.
CREATE OR REPLACE FUNCTION revise_event_of_line_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE events SET state = state WHERE id IN (SELECT event_id FROM changed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER line_ups_added_revise_event AFTER INSERT ON line_ups
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION revise_event_of_line_up();
--> statement-breakpoint
CREATE TRIGGER line_ups_changed_revise_event AFTER UPDATE ON line_ups
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION revise_event_of_line_up();
--> statement-breakpoint
CREATE TRIGGER line_ups_removed_revise_event AFTER DELETE ON line_ups
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION revise_event_of_line_up();
