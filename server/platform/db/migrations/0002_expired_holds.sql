CREATE TABLE "expired_holds" (
	"user_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"expired_at" timestamp with time zone NOT NULL,
	CONSTRAINT "expired_holds_user_id_event_id_pk" PRIMARY KEY("user_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "expired_holds" ADD CONSTRAINT "expired_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expired_holds" ADD CONSTRAINT "expired_holds_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "expired_holds_by_time" ON "expired_holds" USING btree ("expired_at");