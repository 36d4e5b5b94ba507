CREATE TABLE "user_roles" (
	"user_id" integer NOT NULL,
	"role" text NOT NULL,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"granted_by" integer,
	CONSTRAINT "user_roles_user_id_role_pk" PRIMARY KEY("user_id","role"),
	CONSTRAINT "user_roles_role" CHECK ("user_roles"."role" in ('Owner', 'Manager', 'Desk', 'DoorLead', 'Money', 'Editor'))
);
--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_granted_by_users_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Whoever could do everything still can (docs/decisions/0072).
INSERT INTO "user_roles" ("user_id", "role") SELECT "id", 'Owner' FROM "users" WHERE "role" = 'Admin' AND "deleted_at" IS NULL;--> statement-breakpoint
CREATE FUNCTION derive_users_role() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed integer := coalesce(NEW.user_id, OLD.user_id);
DECLARE derived text := CASE
  WHEN EXISTS (SELECT FROM user_roles WHERE user_id = changed AND role IN ('Owner', 'Manager')) THEN 'Admin' ELSE 'User' END;
BEGIN
  UPDATE users SET role = derived WHERE id = changed AND role <> derived;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER derive_users_role AFTER INSERT OR UPDATE OR DELETE ON "user_roles" FOR EACH ROW EXECUTE FUNCTION derive_users_role();--> statement-breakpoint
-- The release before this one writes only `users.role`. Both triggers write nothing where the two agree, so neither starts the other again.
CREATE FUNCTION follow_users_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role = 'User' THEN
    DELETE FROM user_roles WHERE user_id = NEW.id AND role IN ('Owner', 'Manager');
  ELSIF NOT EXISTS (SELECT FROM user_roles WHERE user_id = NEW.id AND role IN ('Owner', 'Manager')) THEN
    INSERT INTO user_roles (user_id, role) VALUES (NEW.id, 'Owner');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER follow_users_role AFTER INSERT OR UPDATE OF "role" ON "users" FOR EACH ROW EXECUTE FUNCTION follow_users_role();
