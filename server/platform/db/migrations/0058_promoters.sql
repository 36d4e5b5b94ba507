CREATE TABLE "promoter_opens" (
	"promoter_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"day" date NOT NULL,
	"opens" integer NOT NULL,
	CONSTRAINT "promoter_opens_promoter_id_event_id_day_pk" PRIMARY KEY("promoter_id","event_id","day")
);
--> statement-breakpoint
CREATE TABLE "promoters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promoters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"via" text NOT NULL,
	"per_arrival_tetri" integer DEFAULT 0 NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"link_hash" text,
	"link_made_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "promoters_commission" CHECK ("promoters"."per_arrival_tetri" >= 0 and "promoters"."percent" between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "promoter_id" integer;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "promoter_id" integer;--> statement-breakpoint
ALTER TABLE "promoter_opens" ADD CONSTRAINT "promoter_opens_promoter_id_promoters_id_fk" FOREIGN KEY ("promoter_id") REFERENCES "public"."promoters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promoters" ADD CONSTRAINT "promoters_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promoter_opens_by_promoter" ON "promoter_opens" USING btree ("promoter_id");--> statement-breakpoint
CREATE UNIQUE INDEX "promoters_by_via" ON "promoters" USING btree ("via");--> statement-breakpoint
CREATE UNIQUE INDEX "promoters_by_link" ON "promoters" USING btree ("link_hash");--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_promoter_id_promoters_id_fk" FOREIGN KEY ("promoter_id") REFERENCES "public"."promoters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_promoter_id_promoters_id_fk" FOREIGN KEY ("promoter_id") REFERENCES "public"."promoters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holds_by_promoter" ON "holds" USING btree ("promoter_id") WHERE "holds"."promoter_id" is not null;--> statement-breakpoint
CREATE INDEX "order_lines_by_promoter" ON "order_lines" USING btree ("promoter_id") WHERE "order_lines"."promoter_id" is not null;