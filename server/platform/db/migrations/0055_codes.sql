CREATE TABLE "codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"basket_id" integer NOT NULL,
	"code" text NOT NULL,
	"folded" text NOT NULL,
	"owner" text NOT NULL,
	"uses" integer,
	"uses_per_person" integer,
	"valid_from" timestamp with time zone,
	"valid_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "codes_uses" CHECK ("codes"."uses" > 0 and "codes"."uses_per_person" > 0)
);
--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "code_id" integer;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "public_price_tetri" integer;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "code_id" integer;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_basket_id_baskets_id_fk" FOREIGN KEY ("basket_id") REFERENCES "public"."baskets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "codes_once_per_event" ON "codes" USING btree ("event_id","folded");--> statement-breakpoint
CREATE INDEX "codes_by_basket" ON "codes" USING btree ("basket_id");--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_code_id_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_code_id_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holds_by_code" ON "holds" USING btree ("code_id") WHERE "holds"."code_id" is not null;--> statement-breakpoint
CREATE INDEX "order_lines_by_code" ON "order_lines" USING btree ("code_id") WHERE "order_lines"."code_id" is not null;