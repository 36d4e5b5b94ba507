ALTER TABLE "door_list_entries" ADD COLUMN "note" text DEFAULT '' NOT NULL;
ALTER TABLE "door_list_entries" ADD COLUMN "refused_user_id" integer;
ALTER TABLE "door_lists" ADD COLUMN "mailed_tickets" integer DEFAULT 0 NOT NULL;
ALTER TABLE "door_lists" ADD COLUMN "link_made_by" integer;
ALTER TABLE "door_list_entries" ADD CONSTRAINT "door_list_entries_refused_user_id_users_id_fk" FOREIGN KEY ("refused_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "door_lists" ADD CONSTRAINT "door_lists_link_made_by_users_id_fk" FOREIGN KEY ("link_made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "door_lists" ADD CONSTRAINT "door_lists_mailed_tickets" CHECK ("door_lists"."mailed_tickets" >= 0);
-- A list whose maker may give tickets today mails as many as before; another one no more than it has mailed.
UPDATE door_lists SET mailed_tickets = CASE
  WHEN EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = door_lists.created_by AND r.role IN ('Owner', 'Manager')) THEN quota
  ELSE (
    SELECT count(*) FROM door_list_entries e JOIN orders o ON o.id = e.order_id
    WHERE e.list_id = door_lists.id AND e.removed_at IS NULL AND o.state = 'paid'
  )
END;
UPDATE door_lists SET link_made_by = created_by WHERE link_hash IS NOT NULL;
-- Links whose maker has left since, or may no longer edit lists.
UPDATE door_lists SET link_hash = NULL, link_made_at = NULL, link_made_by = NULL
WHERE link_hash IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM user_roles r WHERE r.user_id = door_lists.created_by AND r.role IN ('Owner', 'Manager', 'DoorLead', 'Editor')
);
