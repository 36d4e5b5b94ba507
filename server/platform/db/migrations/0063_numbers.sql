CREATE TABLE "event_numbers" (
	"event_id" integer NOT NULL,
	"currency" text NOT NULL,
	"gross_tetri" integer NOT NULL,
	"refunded_tetri" integer NOT NULL,
	"sold" integer NOT NULL,
	"given" integer NOT NULL,
	"came" integer NOT NULL,
	"unused" integer NOT NULL,
	"guests" integer NOT NULL,
	"again" integer NOT NULL,
	CONSTRAINT "event_numbers_event_id_currency_pk" PRIMARY KEY("event_id","currency")
);
--> statement-breakpoint
CREATE TABLE "number_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "number_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_numbers" ADD CONSTRAINT "event_numbers_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "number_changes_by_event" ON "number_changes" USING btree ("event_id");--> statement-breakpoint
-- Each change of what is counted is noted with its event, in its own transaction, whatever program made it. The functions do as the owner: a
-- version before this one has no right to the table.
CREATE FUNCTION note_changed_tickets() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Who came is one who comes again at each event that begins later.
  INSERT INTO number_changes (event_id)
  SELECT event_id FROM changed
  UNION
  SELECT t.event_id FROM changed c JOIN tickets t ON t.user_id = c.user_id JOIN events e ON e.id = t.event_id AND e.starts_at > c.used_at
  WHERE c.used_at IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_updated_tickets() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  WITH moved AS (
    SELECT v.user_id, v.used_at FROM before b JOIN changed c USING (id), LATERAL (VALUES (b.user_id, b.used_at), (c.user_id, c.used_at)) v (user_id, used_at)
    WHERE v.used_at IS NOT NULL AND (b.user_id, b.used_at) IS DISTINCT FROM (c.user_id, c.used_at)
  )
  INSERT INTO number_changes (event_id)
  SELECT event_id FROM changed
  UNION
  SELECT t.event_id FROM moved m JOIN tickets t ON t.user_id = m.user_id JOIN events e ON e.id = t.event_id AND e.starts_at > m.used_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_changed_money() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO number_changes (event_id)
  SELECT DISTINCT l.event_id FROM changed c JOIN payments p ON p.id = c.payment_id JOIN order_lines l ON l.order_id = p.order_id
  WHERE c.account = 'bank';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_changed_door() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO number_changes (event_id)
  SELECT DISTINCT coalesce(s.event_id, t.event_id)
  FROM (
    SELECT event_id, ticket_id FROM changed WHERE result IN ('accepted', 'conflict')
    UNION ALL
    SELECT s.event_id, s.ticket_id FROM changed c JOIN scans s ON s.scan_id = c.undone_scan_id
  ) s LEFT JOIN tickets t ON t.id = s.ticket_id
  WHERE coalesce(s.event_id, t.event_id) IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_moved_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO number_changes (event_id) SELECT NEW.id WHERE EXISTS (SELECT FROM tickets WHERE event_id = NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tickets_numbers_added AFTER INSERT ON tickets
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_tickets();
--> statement-breakpoint
CREATE TRIGGER tickets_numbers_changed AFTER UPDATE ON tickets
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_updated_tickets();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_numbers AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_money();
--> statement-breakpoint
CREATE TRIGGER scans_numbers AFTER INSERT ON scans
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_door();
--> statement-breakpoint
CREATE TRIGGER events_numbers AFTER UPDATE OF starts_at ON events
  FOR EACH ROW WHEN (OLD.starts_at IS DISTINCT FROM NEW.starts_at) EXECUTE FUNCTION note_moved_event();
--> statement-breakpoint
-- Everything that was sold or scanned so far waits to be counted.
INSERT INTO number_changes (event_id)
SELECT event_id FROM order_lines UNION SELECT s.event_id FROM scans s JOIN events e ON e.id = s.event_id WHERE s.event_id IS NOT NULL;
