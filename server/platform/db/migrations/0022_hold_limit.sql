CREATE TABLE "past_holds" (
	"user_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"held_since" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "past_holds_user_id_event_id_pk" PRIMARY KEY("user_id","event_id")
);
--> statement-breakpoint
DROP INDEX "payments_to_check";--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "held_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "holds" SET "held_since" = "created_at";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_watched" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "past_holds" ADD CONSTRAINT "past_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_holds" ADD CONSTRAINT "past_holds_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "past_holds_by_end" ON "past_holds" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "payments_to_check" ON "payments" USING btree ("check_at") WHERE "payments"."state" in ('created', 'pending') or "payments"."is_watched";