-- Ticket ids: this sequence is the rising part (server/tickets/ticket-id.ts adds the random bits).
CREATE SEQUENCE ticket_order AS bigint START 1 MINVALUE 1 MAXVALUE 67108863;
--> statement-breakpoint
-- Whatever changes public content, by whichever hand, tells every process to drop what it cached.
-- Stock counters are left out on purpose: they change with every cart, and cached answers live only seconds.
CREATE FUNCTION tell_content_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('content_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_changed AFTER INSERT OR DELETE OR UPDATE OF name, name_lat, description, description_lat, starts_at, ends_at, photo_url, state, is_coming_soon, capacity
  ON events FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
CREATE TRIGGER line_ups_changed AFTER INSERT OR DELETE OR UPDATE ON line_ups FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
CREATE TRIGGER baskets_changed AFTER INSERT OR DELETE OR UPDATE OF position, name, name_lat, price_tetri, quota, on_sale_from, on_sale_until
  ON baskets FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
CREATE TRIGGER gallery_images_changed AFTER INSERT OR DELETE OR UPDATE ON gallery_images FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER scans_append_only BEFORE UPDATE OR DELETE ON scans FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
