CREATE TABLE "site_texts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "site_texts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"language" text NOT NULL,
	"version" integer NOT NULL,
	"value" text,
	"editor_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "site_texts_version" CHECK ("site_texts"."version" > 0)
);
--> statement-breakpoint
ALTER TABLE "gallery_images" ADD COLUMN "caption" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "gallery_images" ADD COLUMN "caption_ka" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "gallery_images" ADD COLUMN "rank" integer;--> statement-breakpoint
ALTER TABLE "gallery_images" ADD COLUMN "is_put_away" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "gallery_images" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "site_texts" ADD CONSTRAINT "site_texts_editor_id_users_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "site_texts_by_version" ON "site_texts" USING btree ("key","language","version");--> statement-breakpoint
CREATE TRIGGER site_texts_append_only BEFORE UPDATE OR DELETE ON site_texts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER site_texts_changed AFTER INSERT ON site_texts FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
