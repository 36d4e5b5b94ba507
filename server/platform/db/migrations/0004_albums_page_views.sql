CREATE TABLE "page_views" (
	"day" date NOT NULL,
	"path" text NOT NULL,
	"language" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "page_views_day_path_language_pk" PRIMARY KEY("day","path","language"),
	CONSTRAINT "page_views_some" CHECK ("page_views"."views" > 0)
);
--> statement-breakpoint
-- The demo's pictures, the only ones there could be, are made anew in their widths.
DELETE FROM "gallery_images";--> statement-breakpoint
ALTER TABLE "gallery_images" ADD COLUMN "album" text DEFAULT 'gallery' NOT NULL;--> statement-breakpoint
ALTER TABLE "gallery_images" ADD COLUMN "widths" integer[] NOT NULL;--> statement-breakpoint
ALTER TABLE "gallery_images" ADD COLUMN "source" text NOT NULL;--> statement-breakpoint
ALTER TABLE "gallery_images" ADD COLUMN "source_id" text NOT NULL;--> statement-breakpoint
ALTER TABLE "gallery_images" ADD COLUMN "checksum" text NOT NULL;--> statement-breakpoint
ALTER TABLE "gallery_images" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "gallery_images_by_source" ON "gallery_images" USING btree ("source","source_id");--> statement-breakpoint
ALTER TABLE "gallery_images" ADD CONSTRAINT "gallery_images_size" CHECK ("gallery_images"."width" > 0 and "gallery_images"."height" > 0 and cardinality("gallery_images"."widths") > 0);