ALTER TABLE "events" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Calendars and search engines ask when a night changed and how often. Stock counters and the owner's marks are no change to them.
CREATE FUNCTION count_event_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := OLD.revision + 1;
  NEW.changed_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_revised BEFORE UPDATE OF name, name_lat, description, description_lat, starts_at, ends_at, photo_url, state
  ON events FOR EACH ROW EXECUTE FUNCTION count_event_revision();
--> statement-breakpoint
CREATE FUNCTION revise_event_of_line_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE events SET state = state WHERE id = coalesce(NEW.event_id, OLD.event_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER line_ups_revise_event AFTER INSERT OR UPDATE OR DELETE ON line_ups FOR EACH ROW EXECUTE FUNCTION revise_event_of_line_up();
