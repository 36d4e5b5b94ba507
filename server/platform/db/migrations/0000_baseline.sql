-- Lower case, with Georgian letters as passports write them in Latin: a search in one script finds the other, and the trigram index serves
-- both, whatever the database's locale.
CREATE FUNCTION latin_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN replace(replace(replace(replace(replace(replace(replace(replace(replace(
    translate(lower(value), 'აბგდევზთიკლმნოპრსტუფქყჯჰ', 'abgdevztiklmnoprstupkqjh'),
    'ჟ', 'zh'), 'ღ', 'gh'), 'შ', 'sh'), 'ჩ', 'ch'), 'ც', 'ts'), 'ძ', 'dz'), 'წ', 'ts'), 'ჭ', 'ch'), 'ხ', 'kh');
--> statement-breakpoint
-- A space stands before each word, so that the beginning of a word can be searched for.
CREATE FUNCTION guest_search_text(first_name text, last_name text, email text, phone_number text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ' ' || latin_text(first_name || ' ' || last_name || ' ' || email) || ' ' || regexp_replace(phone_number, '\D', '', 'g');
--> statement-breakpoint
CREATE TABLE "banned_people" (
	"personal_number_digest" text PRIMARY KEY NOT NULL,
	"banned_at" timestamp with time zone NOT NULL,
	"banned_until" timestamp with time zone,
	"ban_reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "password_resets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refresh_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"session_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"parent_id" integer,
	"issued_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" integer,
	"network" text,
	"device" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"second_factor_at" timestamp with time zone,
	"entry_hash" text,
	"mailbox_proved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"roles" text[] NOT NULL,
	"language" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "staff_invitations_roles" CHECK (cardinality("staff_invitations"."roles") > 0 and "staff_invitations"."roles" <@ array['Owner', 'Manager', 'Desk', 'DoorLead', 'Money', 'Editor']),
	CONSTRAINT "staff_invitations_one_end" CHECK ("staff_invitations"."used_at" is null or "staff_invitations"."withdrawn_at" is null)
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"user_id" integer NOT NULL,
	"role" text NOT NULL,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"granted_by" integer,
	"grace_from" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_roles_user_id_role_pk" PRIMARY KEY("user_id","role"),
	CONSTRAINT "user_roles_role" CHECK ("user_roles"."role" in ('Owner', 'Manager', 'Desk', 'DoorLead', 'Money', 'Editor'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"email_proved_at" timestamp with time zone,
	"password_hash" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone_number" text NOT NULL,
	"country" text NOT NULL,
	"sealed_personal_number" text NOT NULL,
	"sealed_birthdate" text NOT NULL,
	"personal_number_digest" text,
	"social_media_profile_link" text DEFAULT '' NOT NULL,
	"social_media_platform" text,
	"social_media_username" text,
	"role" text DEFAULT 'User' NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"newsletter_since" timestamp with time zone,
	"newsletter_language" text,
	"banned_at" timestamp with time zone,
	"banned_until" timestamp with time zone,
	"ban_reason" text,
	"grace_from" timestamp with time zone,
	"search_text" text GENERATED ALWAYS AS (guest_search_text(first_name, last_name, email, phone_number)) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "users_newsletter" CHECK (("users"."newsletter_since" is null) = ("users"."newsletter_language" is null)),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('User', 'Admin'))
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"token_hash" text,
	"session_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"not_before" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_changes_link" CHECK ("email_changes"."token_hash" is not null or "email_changes"."not_before" is not null)
);
--> statement-breakpoint
CREATE TABLE "email_proofs" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"code_digest" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"code_expires_at" timestamp with time zone NOT NULL,
	"code_used_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "set_up_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"purpose" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" integer NOT NULL,
	"challenge_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_purpose_subject_pk" PRIMARY KEY("purpose","subject"),
	CONSTRAINT "passkey_challenges_purpose" CHECK ("passkey_challenges"."purpose" in ('add', 'sign_in', 'confirm'))
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "second_factors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"sealed_secret" text,
	"last_step" integer,
	"credential_id" text,
	"public_key" text,
	"signatures" bigint,
	"transports" text[],
	"created_at" timestamp with time zone NOT NULL,
	"activated_at" timestamp with time zone,
	"is_mailbox_proved" boolean DEFAULT false NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "second_factors_kind" CHECK ("second_factors"."kind" in ('totp', 'passkey')),
	CONSTRAINT "second_factors_passkey" CHECK ("second_factors"."kind" <> 'passkey' or num_nulls("second_factors"."credential_id", "second_factors"."public_key", "second_factors"."signatures", "second_factors"."transports") = 0),
	CONSTRAINT "second_factors_secret" CHECK ("second_factors"."kind" <> 'totp' or "second_factors"."sealed_secret" is not null)
);
--> statement-breakpoint
CREATE TABLE "sign_in_challenges" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"mailed_at" timestamp with time zone,
	"end_mailed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"staff_id" integer,
	"scanner_device_name" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "audit_entries_by_account_or_scanner_device" CHECK (("audit_entries"."staff_id" is null) <> ("audit_entries"."scanner_device_name" is null))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"caller" text NOT NULL,
	"call" text NOT NULL,
	"key" text NOT NULL,
	"input_hash" text NOT NULL,
	"status" integer,
	"body" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_caller_call_key_pk" PRIMARY KEY("caller","call","key")
);
--> statement-breakpoint
CREATE TABLE "kept_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	"resealed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"language" text NOT NULL,
	"payload" jsonb NOT NULL,
	"message_id" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "expired_holds" (
	"user_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"expired_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone,
	CONSTRAINT "expired_holds_user_id_event_id_pk" PRIMARY KEY("user_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "holds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"ticket_type_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"resale_quantity" integer DEFAULT 0 NOT NULL,
	"price_tetri" integer NOT NULL,
	"promo_code_id" integer,
	"public_price_tetri" integer,
	"promoter_id" integer,
	"held_until" timestamp with time zone NOT NULL,
	"held_since" timestamp with time zone DEFAULT now() NOT NULL,
	"order_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "holds_quantity" CHECK ("holds"."quantity" > 0),
	CONSTRAINT "holds_resale_quantity" CHECK ("holds"."resale_quantity" >= 0)
);
--> statement-breakpoint
CREATE TABLE "hold_history" (
	"user_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"held_since" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "hold_history_user_id_event_id_pk" PRIMARY KEY("user_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "scanner_device_calls" (
	"scanner_device_id" uuid NOT NULL,
	"nonce" text NOT NULL,
	"called_at" timestamp with time zone NOT NULL,
	CONSTRAINT "scanner_device_calls_scanner_device_id_nonce_pk" PRIMARY KEY("scanner_device_id","nonce")
);
--> statement-breakpoint
CREATE TABLE "scanner_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" integer NOT NULL,
	"name" text NOT NULL,
	"rights" text[] NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"secret_hash" text,
	"secret_until" timestamp with time zone,
	"public_key" text,
	"taken_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_sequence" integer DEFAULT 0 NOT NULL,
	"seen_at" timestamp with time zone,
	"unsent" integer,
	"offline_manifest_version" text,
	"offset_ms" integer,
	"uncertainty_ms" integer
);
--> statement-breakpoint
CREATE TABLE "scans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"scan_id" uuid,
	"ticket_id" bigint,
	"entry_id" bigint,
	"people" smallint DEFAULT 1 NOT NULL,
	"staff_id" integer,
	"scanner_device_id" uuid,
	"sequence" integer,
	"kind" text DEFAULT 'in' NOT NULL,
	"result" text NOT NULL,
	"reason" text NOT NULL,
	"is_manual" boolean NOT NULL,
	"device" text,
	"scanned_at" timestamp with time zone,
	"decided_at" timestamp with time zone NOT NULL,
	"answer" jsonb,
	"decided_by" text DEFAULT 'server' NOT NULL,
	"received_at" timestamp with time zone,
	"offset_ms" integer,
	"uncertainty_ms" integer,
	"offline_manifest_version" text,
	"undone_scan_id" uuid,
	"visit" smallint DEFAULT 1 NOT NULL,
	"refund_reason" text,
	"event_id" integer,
	CONSTRAINT "scans_by_account_or_scanner_device" CHECK (("scans"."staff_id" is null) <> ("scans"."scanner_device_id" is null))
);
--> statement-breakpoint
CREATE TABLE "event_numbers" (
	"event_id" integer NOT NULL,
	"currency" text NOT NULL,
	"gross_tetri" integer NOT NULL,
	"refunded_tetri" integer NOT NULL,
	"sold" integer NOT NULL,
	"given" integer NOT NULL,
	"came" integer NOT NULL,
	"listed" integer DEFAULT 0 NOT NULL,
	"unused" integer NOT NULL,
	"guests" integer NOT NULL,
	"again" integer NOT NULL,
	CONSTRAINT "event_numbers_event_id_currency_pk" PRIMARY KEY("event_id","currency")
);
--> statement-breakpoint
CREATE TABLE "event_sources" (
	"event_id" integer NOT NULL,
	"source" text NOT NULL,
	"medium" text NOT NULL,
	"campaign" text NOT NULL,
	"orders" integer NOT NULL,
	"tickets" integer NOT NULL,
	"arrived" integer NOT NULL,
	"tetri" bigint NOT NULL,
	CONSTRAINT "event_sources_event_id_source_medium_campaign_pk" PRIMARY KEY("event_id","source","medium","campaign")
);
--> statement-breakpoint
CREATE TABLE "number_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "number_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enquiries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enquiries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (' ' || regexp_replace(latin_text(body), '[\s|]+', ' ', 'g')) STORED,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "enquiries_state" CHECK ("enquiries"."state" in ('new', 'open', 'answered', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "enquiry_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enquiry_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"enquiry_id" bigint NOT NULL,
	"staff_id" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enquiry_replies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enquiry_replies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"enquiry_id" bigint NOT NULL,
	"staff_id" integer NOT NULL,
	"recipient" text NOT NULL,
	"language" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guest_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guest_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"author_id" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by_id" integer
);
--> statement-breakpoint
CREATE TABLE "nightly_backups" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"expected_since" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"error" text,
	"good_at" timestamp with time zone,
	"file_name" text,
	"bytes" bigint,
	CONSTRAINT "nightly_backups_one_row" CHECK ("nightly_backups"."is_only")
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"ran_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "retention_runs_one_row" CHECK ("retention_runs"."is_only")
);
--> statement-breakpoint
CREATE TABLE "sold_out_events" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"places" integer DEFAULT 0 NOT NULL,
	"noticed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_mail_choices" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"sold_out" boolean NOT NULL,
	"waiting_guests" text NOT NULL,
	"mailed_at" timestamp with time zone,
	"mailed_count" integer DEFAULT 0 NOT NULL,
	"mailed_newest_id" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "staff_mail_choices_waiting" CHECK ("staff_mail_choices"."waiting_guests" in ('never', 'hourly', 'daily'))
);
--> statement-breakpoint
CREATE TABLE "event_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_notices_kind" CHECK ("event_notices"."kind" in ('moved', 'cancelled', 'restored'))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_lat" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"description_lat" text DEFAULT '' NOT NULL,
	"dress_code" text DEFAULT '' NOT NULL,
	"dress_code_lat" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"photo_url" text,
	"state" text DEFAULT 'draft' NOT NULL,
	"is_coming_soon" boolean DEFAULT false NOT NULL,
	"verified_only" boolean DEFAULT false NOT NULL,
	"capacity" integer DEFAULT 400 NOT NULL,
	"sold_or_reserved" integer DEFAULT 0 NOT NULL,
	"tickets_per_person" integer DEFAULT 4 NOT NULL,
	"licensed" integer,
	"exits" text DEFAULT 'none' NOT NULL,
	"exits_until" timestamp with time zone,
	"opens_at" timestamp with time zone,
	"is_automatic" boolean DEFAULT false NOT NULL,
	"refusal_refunds" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (' ' || latin_text(name || ' ' || name_lat)) STORED,
	CONSTRAINT "events_end_after_start" CHECK ("events"."ends_at" > "events"."starts_at"),
	CONSTRAINT "events_stock" CHECK ("events"."sold_or_reserved" between 0 and "events"."capacity"),
	CONSTRAINT "events_licensed" CHECK ("events"."licensed" > 0),
	CONSTRAINT "events_exits" CHECK ("events"."exits" in ('none', 'always') or ("events"."exits" = 'until' and "events"."exits_until" is not null)),
	CONSTRAINT "events_tickets_per_person" CHECK ("events"."tickets_per_person" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "gallery_images" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gallery_images_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"album" text DEFAULT 'gallery' NOT NULL,
	"file" text NOT NULL,
	"name" text NOT NULL,
	"name_ka" text DEFAULT '' NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"widths" integer[] NOT NULL,
	"position" integer NOT NULL,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"checksum" text NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"caption" text DEFAULT '' NOT NULL,
	"caption_ka" text DEFAULT '' NOT NULL,
	"rank" integer,
	"is_put_away" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gallery_images_size" CHECK ("gallery_images"."width" > 0 and "gallery_images"."height" > 0 and cardinality("gallery_images"."widths") > 0)
);
--> statement-breakpoint
CREATE TABLE "line_ups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "line_ups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"floor" integer NOT NULL,
	"artist_name" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"is_headliner" boolean DEFAULT false NOT NULL,
	"sound" text,
	CONSTRAINT "line_ups_floor" CHECK ("line_ups"."floor" between 1 and 4)
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"day" date NOT NULL,
	"path" text NOT NULL,
	"language" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "page_views_day_path_language_pk" PRIMARY KEY("day","path","language"),
	CONSTRAINT "page_views_some" CHECK ("page_views"."views" > 0)
);
--> statement-breakpoint
CREATE TABLE "publish_plans" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"publish_at" timestamp with time zone NOT NULL,
	"confirmed" text[] NOT NULL,
	"planned_by" integer NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "ticket_types" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"kind" text DEFAULT 'public' NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"name_lat" text NOT NULL,
	"price_tetri" integer,
	"allocation" integer NOT NULL,
	"sold_or_reserved" integer DEFAULT 0 NOT NULL,
	"on_sale_from" timestamp with time zone,
	"on_sale_until" timestamp with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ticket_types_price" CHECK ("ticket_types"."price_tetri" >= 0),
	CONSTRAINT "ticket_types_stock" CHECK ("ticket_types"."sold_or_reserved" between 0 and "ticket_types"."allocation")
);
--> statement-breakpoint
CREATE TABLE "demo_events" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"revision" integer
);
--> statement-breakpoint
CREATE TABLE "fake_bank_keys" (
	"id" integer PRIMARY KEY NOT NULL,
	"private_key" text NOT NULL,
	"public_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fake_bank_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text,
	"request_hash" text NOT NULL,
	"request" jsonb NOT NULL,
	"external_order_id" text NOT NULL,
	"amount_tetri" integer NOT NULL,
	"currency" text NOT NULL,
	"outcome" text,
	"status" text NOT NULL,
	"reported_tetri" integer NOT NULL,
	"refunded_tetri" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"completes_at" timestamp with time zone,
	"callback_due_at" timestamp with time zone,
	"callbacks_left" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fake_bank_refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fake_bank_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"idempotency_key" text,
	"action_id" text NOT NULL,
	"amount_tetri" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer,
	"subject" text NOT NULL,
	"subject_lat" text NOT NULL,
	"body" text NOT NULL,
	"body_lat" text NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"send_at" timestamp with time zone NOT NULL,
	"recipients" integer,
	"created_by" integer,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promo_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promo_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"ticket_type_id" integer NOT NULL,
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
	CONSTRAINT "promo_codes_uses" CHECK ("promo_codes"."uses" > 0 and "promo_codes"."uses_per_person" > 0)
);
--> statement-breakpoint
CREATE TABLE "guest_list_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guest_list_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"list_id" integer NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"plus_ones" smallint DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"order_id" bigint,
	"refused_user_id" integer,
	CONSTRAINT "guest_list_entries_plus_ones" CHECK ("guest_list_entries"."plus_ones" >= 0)
);
--> statement-breakpoint
CREATE TABLE "guest_lists" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guest_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"name" text NOT NULL,
	"allocation" integer NOT NULL,
	"free_until" timestamp with time zone,
	"price_tetri" integer,
	"mailed_tickets" integer DEFAULT 0 NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"link_hash" text,
	"link_made_at" timestamp with time zone,
	"link_made_by" integer,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "guest_lists_allocation" CHECK ("guest_lists"."allocation" > 0),
	CONSTRAINT "guest_lists_price" CHECK ("guest_lists"."price_tetri" > 0),
	CONSTRAINT "guest_lists_mailed_tickets" CHECK ("guest_lists"."mailed_tickets" >= 0)
);
--> statement-breakpoint
CREATE TABLE "complimentary_orders" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"event_id" integer NOT NULL,
	"given_by" integer NOT NULL,
	"reason" text NOT NULL,
	"receipt" text,
	"revoked_by" integer,
	"revoked_at" timestamp with time zone,
	"revoke_reason" text
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"event_id" integer NOT NULL,
	"ticket_type_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"price_tetri" integer NOT NULL,
	"promo_code_id" integer,
	"promoter_id" integer,
	CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text DEFAULT 'sale' NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"total_tetri" integer NOT NULL,
	"language" text NOT NULL,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "orders_total" CHECK ("orders"."total_tetri" >= 0),
	CONSTRAINT "orders_complimentary" CHECK ("orders"."kind" <> 'complimentary' or "orders"."total_tetri" = 0)
);
--> statement-breakpoint
CREATE TABLE "bulk_refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"note" text NOT NULL,
	"state" text NOT NULL,
	"started_by" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"movement" text NOT NULL,
	"payment_id" bigint NOT NULL,
	"refund_id" bigint,
	"account" text NOT NULL,
	"amount_tetri" integer NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount_tetri" <> 0)
);
--> statement-breakpoint
CREATE TABLE "payment_callbacks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_callbacks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"digest" text NOT NULL,
	"headers" jsonb NOT NULL,
	"body" text NOT NULL,
	"is_signed" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"payment_id" bigint,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"provider_order_id" text,
	"idempotency_key" uuid NOT NULL,
	"return_token" text NOT NULL,
	"state" text DEFAULT 'created' NOT NULL,
	"amount_tetri" integer NOT NULL,
	"currency" text NOT NULL,
	"captured_tetri" integer DEFAULT 0 NOT NULL,
	"captured_currency" text,
	"refund_tetri" integer DEFAULT 0 NOT NULL,
	"redirect_url" text,
	"flagged_reason" text,
	"failure_reason" text,
	"resolution" text,
	"resolution_note" text,
	"resolved_by" integer,
	"resolved_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"check_at" timestamp with time zone NOT NULL,
	"checks" integer DEFAULT 0 NOT NULL,
	"settled_at" timestamp with time zone,
	"is_watched" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_tetri" >= 0),
	CONSTRAINT "payments_refunds" CHECK ("payments"."refund_tetri" >= 0 and "payments"."refund_tetri" <= "payments"."captured_tetri")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"amount_tetri" integer NOT NULL,
	"fee_tetri" integer DEFAULT 0 NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"requested_by" integer,
	"bulk_refund_id" bigint,
	"idempotency_key" uuid NOT NULL,
	"action_id" text,
	"state" text DEFAULT 'intended' NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"checks" integer DEFAULT 0 NOT NULL,
	"check_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_tetri" >= 0),
	CONSTRAINT "refunds_fee" CHECK ("refunds"."fee_tetri" >= 0)
);
--> statement-breakpoint
CREATE TABLE "bank_test_orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_test_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"provider_order_id" text,
	"idempotency_key" uuid NOT NULL,
	"refund_key" uuid NOT NULL,
	"amount_tetri" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"check_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promoter_clicks" (
	"promoter_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"day" date NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "promoter_clicks_promoter_id_event_id_day_pk" PRIMARY KEY("promoter_id","event_id","day")
);
--> statement-breakpoint
CREATE TABLE "promoters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promoters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"ref_code" text NOT NULL,
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
CREATE TABLE "resale_listings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "resale_listings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" bigint NOT NULL,
	"event_id" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"fee_tetri" integer NOT NULL,
	"hold_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "resale_listings_fee" CHECK ("resale_listings"."fee_tetri" >= 0)
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" bigint PRIMARY KEY NOT NULL,
	"order_line_id" bigint NOT NULL,
	"place" integer NOT NULL,
	"user_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"ticket_type_id" integer NOT NULL,
	"price_tetri" integer NOT NULL,
	"state" text DEFAULT 'valid' NOT NULL,
	"used_at" timestamp with time zone,
	"refund_id" bigint,
	"transfer_number" smallint DEFAULT 0 NOT NULL,
	"holder_name" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_transfers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" bigint NOT NULL,
	"from_user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"to_user_id" integer,
	"new_ticket_id" bigint,
	"accepted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "waitlist_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waitlist_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"quantity" smallint NOT NULL,
	"language" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"hold_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"offered_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "waitlist_entries_quantity" CHECK ("waitlist_entries"."quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_granted_by_users_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_proofs" ADD CONSTRAINT "email_proofs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_proofs" ADD CONSTRAINT "email_proofs_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expired_holds" ADD CONSTRAINT "expired_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expired_holds" ADD CONSTRAINT "expired_holds_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_ticket_type_id_ticket_types_id_fk" FOREIGN KEY ("ticket_type_id") REFERENCES "public"."ticket_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_promo_code_id_promo_codes_id_fk" FOREIGN KEY ("promo_code_id") REFERENCES "public"."promo_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_promoter_id_promoters_id_fk" FOREIGN KEY ("promoter_id") REFERENCES "public"."promoters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold_history" ADD CONSTRAINT "hold_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold_history" ADD CONSTRAINT "hold_history_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scanner_device_calls" ADD CONSTRAINT "scanner_device_calls_scanner_device_id_scanner_devices_id_fk" FOREIGN KEY ("scanner_device_id") REFERENCES "public"."scanner_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scanner_devices" ADD CONSTRAINT "scanner_devices_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scanner_devices" ADD CONSTRAINT "scanner_devices_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_entry_id_guest_list_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."guest_list_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_scanner_device_id_scanner_devices_id_fk" FOREIGN KEY ("scanner_device_id") REFERENCES "public"."scanner_devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_numbers" ADD CONSTRAINT "event_numbers_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_sources" ADD CONSTRAINT "event_sources_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiry_notes" ADD CONSTRAINT "enquiry_notes_enquiry_id_enquiries_id_fk" FOREIGN KEY ("enquiry_id") REFERENCES "public"."enquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiry_notes" ADD CONSTRAINT "enquiry_notes_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiry_replies" ADD CONSTRAINT "enquiry_replies_enquiry_id_enquiries_id_fk" FOREIGN KEY ("enquiry_id") REFERENCES "public"."enquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiry_replies" ADD CONSTRAINT "enquiry_replies_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_notes" ADD CONSTRAINT "guest_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_notes" ADD CONSTRAINT "guest_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_notes" ADD CONSTRAINT "guest_notes_withdrawn_by_id_users_id_fk" FOREIGN KEY ("withdrawn_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sold_out_events" ADD CONSTRAINT "sold_out_events_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_mail_choices" ADD CONSTRAINT "staff_mail_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_notices" ADD CONSTRAINT "event_notices_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_ups" ADD CONSTRAINT "line_ups_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publish_plans" ADD CONSTRAINT "publish_plans_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD CONSTRAINT "ticket_types_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demo_events" ADD CONSTRAINT "demo_events_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fake_bank_refunds" ADD CONSTRAINT "fake_bank_refunds_order_id_fake_bank_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."fake_bank_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_ticket_type_id_ticket_types_id_fk" FOREIGN KEY ("ticket_type_id") REFERENCES "public"."ticket_types"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_list_entries" ADD CONSTRAINT "guest_list_entries_list_id_guest_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."guest_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_list_entries" ADD CONSTRAINT "guest_list_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_list_entries" ADD CONSTRAINT "guest_list_entries_refused_user_id_users_id_fk" FOREIGN KEY ("refused_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_lists" ADD CONSTRAINT "guest_lists_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_lists" ADD CONSTRAINT "guest_lists_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_lists" ADD CONSTRAINT "guest_lists_link_made_by_users_id_fk" FOREIGN KEY ("link_made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complimentary_orders" ADD CONSTRAINT "complimentary_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complimentary_orders" ADD CONSTRAINT "complimentary_orders_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complimentary_orders" ADD CONSTRAINT "complimentary_orders_given_by_users_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complimentary_orders" ADD CONSTRAINT "complimentary_orders_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_ticket_type_id_ticket_types_id_fk" FOREIGN KEY ("ticket_type_id") REFERENCES "public"."ticket_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_promo_code_id_promo_codes_id_fk" FOREIGN KEY ("promo_code_id") REFERENCES "public"."promo_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_promoter_id_promoters_id_fk" FOREIGN KEY ("promoter_id") REFERENCES "public"."promoters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_refunds" ADD CONSTRAINT "bulk_refunds_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_refunds" ADD CONSTRAINT "bulk_refunds_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_callbacks" ADD CONSTRAINT "payment_callbacks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_bulk_refund_id_bulk_refunds_id_fk" FOREIGN KEY ("bulk_refund_id") REFERENCES "public"."bulk_refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_test_orders" ADD CONSTRAINT "bank_test_orders_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promoter_clicks" ADD CONSTRAINT "promoter_clicks_promoter_id_promoters_id_fk" FOREIGN KEY ("promoter_id") REFERENCES "public"."promoters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promoters" ADD CONSTRAINT "promoters_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resale_listings" ADD CONSTRAINT "resale_listings_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resale_listings" ADD CONSTRAINT "resale_listings_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resale_listings" ADD CONSTRAINT "resale_listings_hold_id_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."holds"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_ticket_type_id_ticket_types_id_fk" FOREIGN KEY ("ticket_type_id") REFERENCES "public"."ticket_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_transfers" ADD CONSTRAINT "ticket_transfers_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_transfers" ADD CONSTRAINT "ticket_transfers_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_transfers" ADD CONSTRAINT "ticket_transfers_to_user_id_users_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_transfers" ADD CONSTRAINT "ticket_transfers_new_ticket_id_tickets_id_fk" FOREIGN KEY ("new_ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_hold_id_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."holds"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "password_resets_by_hash" ON "password_resets" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "password_resets_by_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_tokens_by_hash" ON "refresh_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "refresh_tokens_by_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "security_events_by_user" ON "security_events" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "security_events_by_kind" ON "security_events" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "security_events_by_time" ON "security_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitations_by_hash" ON "staff_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitations_one_open_per_email" ON "staff_invitations" USING btree ("email_key") WHERE "staff_invitations"."used_at" is null and "staff_invitations"."withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_account_per_email_key" ON "users" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "users_by_status" ON "users" USING btree ("status","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_personal_number" ON "users" USING btree ("personal_number_digest");--> statement-breakpoint
CREATE INDEX "users_with_newsletter" ON "users" USING btree ("id") WHERE "users"."newsletter_since" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_by_hash" ON "email_changes" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "email_proofs_by_hash" ON "email_proofs" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "email_proofs_by_session" ON "email_proofs" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_by_user" ON "passkey_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "second_factors_by_user" ON "second_factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "second_factors_credential" ON "second_factors" USING btree ("credential_id");--> statement-breakpoint
CREATE UNIQUE INDEX "second_factors_one_begun_totp" ON "second_factors" USING btree ("user_id") WHERE "second_factors"."activated_at" is null and "second_factors"."kind" = 'totp';--> statement-breakpoint
CREATE INDEX "sign_in_challenges_by_user" ON "sign_in_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_one_open" ON "alerts" USING btree ("kind","subject") WHERE "alerts"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_by_time" ON "alerts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "alerts_end_to_mail" ON "alerts" USING btree ("id") WHERE "alerts"."resolved_at" is not null and "alerts"."mailed_at" is not null and "alerts"."end_mailed_at" is null;--> statement-breakpoint
CREATE INDEX "audit_entries_by_subject" ON "audit_entries" USING btree ("subject" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_by_staff" ON "audit_entries" USING btree ("staff_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_action" ON "audit_entries" USING btree ("action","id");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("key");--> statement-breakpoint
CREATE INDEX "mails_by_beginning" ON "mails" USING btree ("key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "mails_by_recipient" ON "mails" USING btree (lower("recipient" collate "C"));--> statement-breakpoint
CREATE INDEX "mails_not_sent" ON "mails" USING btree ("id") WHERE "mails"."state" <> 'sent';--> statement-breakpoint
CREATE INDEX "expired_holds_by_time" ON "expired_holds" USING btree ("expired_at");--> statement-breakpoint
CREATE UNIQUE INDEX "holds_one_per_person_and_event" ON "holds" USING btree ("user_id","event_id");--> statement-breakpoint
CREATE INDEX "holds_by_ticket_type_and_end" ON "holds" USING btree ("ticket_type_id","held_until");--> statement-breakpoint
CREATE INDEX "holds_by_end" ON "holds" USING btree ("held_until");--> statement-breakpoint
CREATE INDEX "holds_by_order" ON "holds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "holds_by_promo_code" ON "holds" USING btree ("promo_code_id") WHERE "holds"."promo_code_id" is not null;--> statement-breakpoint
CREATE INDEX "holds_by_promoter" ON "holds" USING btree ("promoter_id") WHERE "holds"."promoter_id" is not null;--> statement-breakpoint
CREATE INDEX "hold_history_by_end" ON "hold_history" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "scanner_device_calls_by_time" ON "scanner_device_calls" USING btree ("called_at");--> statement-breakpoint
CREATE INDEX "scanner_devices_by_event" ON "scanner_devices" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scanner_devices_by_secret" ON "scanner_devices" USING btree ("secret_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "scans_by_scan_id" ON "scans" USING btree ("scan_id","decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "scans_one_acceptance_per_ticket" ON "scans" USING btree ("ticket_id","visit") WHERE "scans"."result" = 'accepted';--> statement-breakpoint
CREATE INDEX "scans_by_ticket" ON "scans" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "scans_by_time" ON "scans" USING btree ("decided_at");--> statement-breakpoint
CREATE INDEX "scans_by_event" ON "scans" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "scans_by_entry" ON "scans" USING btree ("entry_id") WHERE "scans"."entry_id" is not null;--> statement-breakpoint
CREATE INDEX "scans_by_scanner_device" ON "scans" USING btree ("scanner_device_id") WHERE "scans"."scanner_device_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "scans_undone_once" ON "scans" USING btree ("undone_scan_id") WHERE "scans"."undone_scan_id" is not null;--> statement-breakpoint
CREATE INDEX "number_changes_by_event" ON "number_changes" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "enquiries_by_time" ON "enquiries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "enquiries_by_kind" ON "enquiries" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "enquiries_by_state" ON "enquiries" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "enquiry_notes_by_enquiry" ON "enquiry_notes" USING btree ("enquiry_id");--> statement-breakpoint
CREATE INDEX "enquiry_replies_by_enquiry" ON "enquiry_replies" USING btree ("enquiry_id");--> statement-breakpoint
CREATE INDEX "guest_notes_by_guest" ON "guest_notes" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_notices_once" ON "event_notices" USING btree ("event_id","version");--> statement-breakpoint
CREATE INDEX "events_by_start" ON "events" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "events_by_end" ON "events" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "gallery_images_by_file" ON "gallery_images" USING btree ("file");--> statement-breakpoint
CREATE UNIQUE INDEX "gallery_images_by_source" ON "gallery_images" USING btree ("source","source_id");--> statement-breakpoint
CREATE INDEX "line_ups_by_event" ON "line_ups" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "publish_plans_by_time" ON "publish_plans" USING btree ("publish_at");--> statement-breakpoint
CREATE UNIQUE INDEX "site_texts_by_version" ON "site_texts" USING btree ("key","language","version");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_types_by_event" ON "ticket_types" USING btree ("event_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_types_one_complimentary" ON "ticket_types" USING btree ("event_id") WHERE "ticket_types"."kind" = 'complimentary';--> statement-breakpoint
CREATE UNIQUE INDEX "fake_bank_orders_by_key" ON "fake_bank_orders" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "fake_bank_refunds_by_key" ON "fake_bank_refunds" USING btree ("idempotency_key");--> statement-breakpoint
CREATE INDEX "announcements_by_event" ON "announcements" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "announcements_by_time" ON "announcements" USING btree ("state","send_at");--> statement-breakpoint
CREATE UNIQUE INDEX "promo_codes_once_per_event" ON "promo_codes" USING btree ("event_id","folded");--> statement-breakpoint
CREATE INDEX "promo_codes_by_ticket_type" ON "promo_codes" USING btree ("ticket_type_id");--> statement-breakpoint
CREATE INDEX "guest_list_entries_by_list" ON "guest_list_entries" USING btree ("list_id");--> statement-breakpoint
CREATE UNIQUE INDEX "guest_list_entries_by_order" ON "guest_list_entries" USING btree ("order_id") WHERE "guest_list_entries"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "guest_lists_by_event" ON "guest_lists" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "guest_lists_by_link" ON "guest_lists" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "complimentary_orders_by_event" ON "complimentary_orders" USING btree ("event_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "complimentary_orders_receipt" ON "complimentary_orders" USING btree ("event_id",lower("receipt")) WHERE "complimentary_orders"."receipt" is not null and "complimentary_orders"."revoked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_by_order" ON "order_lines" USING btree ("order_id","ticket_type_id");--> statement-breakpoint
CREATE INDEX "order_lines_by_event" ON "order_lines" USING btree ("event_id","order_id");--> statement-breakpoint
CREATE INDEX "order_lines_by_promo_code" ON "order_lines" USING btree ("promo_code_id") WHERE "order_lines"."promo_code_id" is not null;--> statement-breakpoint
CREATE INDEX "order_lines_by_promoter" ON "order_lines" USING btree ("promoter_id") WHERE "order_lines"."promoter_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_user" ON "orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "orders_by_state" ON "orders" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_with_utm" ON "orders" USING btree ("id") WHERE coalesce("orders"."utm_source", "orders"."utm_medium", "orders"."utm_campaign") is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_refunds_one_per_event" ON "bulk_refunds" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once" ON "ledger_entries" USING btree ("movement","account");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_payment" ON "ledger_entries" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_bank" ON "ledger_entries" USING btree ("created_at","currency","amount_tetri") WHERE "ledger_entries"."account" = 'bank';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_callbacks_once" ON "payment_callbacks" USING btree ("provider","digest");--> statement-breakpoint
CREATE INDEX "payment_callbacks_by_payment" ON "payment_callbacks" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "payment_callbacks_to_handle" ON "payment_callbacks" USING btree ("payment_id") WHERE "payment_callbacks"."handled_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_by_provider_order" ON "payments" USING btree ("provider","provider_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_by_return_token" ON "payments" USING btree ("return_token");--> statement-breakpoint
CREATE INDEX "payments_by_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_flagged" ON "payments" USING btree ("order_id") WHERE "payments"."state" = 'flagged';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_live_per_order" ON "payments" USING btree ("order_id") WHERE "payments"."state" in ('created', 'pending', 'paid');--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("state","created_at") WHERE "payments"."state" in ('created', 'pending', 'flagged', 'refunding');--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "payments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payments_to_check" ON "payments" USING btree ("check_at") WHERE "payments"."state" in ('created', 'pending') or "payments"."is_watched";--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_of_whole_once" ON "refunds" USING btree ("payment_id") WHERE "refunds"."reason" in ('no_place', 'flagged', 'at_bank');--> statement-breakpoint
CREATE INDEX "refunds_by_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_by_bulk" ON "refunds" USING btree ("bulk_refund_id");--> statement-breakpoint
CREATE INDEX "refunds_to_check" ON "refunds" USING btree ("check_at") WHERE "refunds"."state" in ('intended', 'unknown', 'sent');--> statement-breakpoint
CREATE UNIQUE INDEX "bank_test_orders_by_provider_order" ON "bank_test_orders" USING btree ("provider","provider_order_id");--> statement-breakpoint
CREATE INDEX "bank_test_orders_to_check" ON "bank_test_orders" USING btree ("check_at") WHERE "bank_test_orders"."state" in ('open', 'paid');--> statement-breakpoint
CREATE INDEX "promoter_clicks_by_promoter" ON "promoter_clicks" USING btree ("promoter_id");--> statement-breakpoint
CREATE UNIQUE INDEX "promoters_by_ref_code" ON "promoters" USING btree ("ref_code");--> statement-breakpoint
CREATE UNIQUE INDEX "promoters_by_link" ON "promoters" USING btree ("link_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "resale_listings_one_open" ON "resale_listings" USING btree ("ticket_id") WHERE "resale_listings"."state" = 'open';--> statement-breakpoint
CREATE INDEX "resale_listings_open" ON "resale_listings" USING btree ("event_id","id") WHERE "resale_listings"."state" = 'open';--> statement-breakpoint
CREATE INDEX "resale_listings_by_ticket" ON "resale_listings" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "resale_listings_by_hold" ON "resale_listings" USING btree ("hold_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_once_per_place" ON "tickets" USING btree ("order_line_id","place","transfer_number");--> statement-breakpoint
CREATE INDEX "tickets_by_user" ON "tickets" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "tickets_by_event" ON "tickets" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "tickets_by_time" ON "tickets" USING btree ("created_at","price_tetri","transfer_number");--> statement-breakpoint
CREATE INDEX "tickets_by_refund" ON "tickets" USING btree ("refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_transfers_by_token" ON "ticket_transfers" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_transfers_one_open" ON "ticket_transfers" USING btree ("ticket_id") WHERE "ticket_transfers"."ended_at" is null and "ticket_transfers"."accepted_at" is null;--> statement-breakpoint
CREATE INDEX "ticket_transfers_by_ticket" ON "ticket_transfers" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_transfers_by_sender" ON "ticket_transfers" USING btree ("from_user_id");--> statement-breakpoint
CREATE INDEX "ticket_transfers_by_recipient" ON "ticket_transfers" USING btree ("to_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_one_per_person" ON "waitlist_entries" USING btree ("event_id","user_id") WHERE "waitlist_entries"."state" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "waitlist_entries_waiting" ON "waitlist_entries" USING btree ("event_id","quantity") WHERE "waitlist_entries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "waitlist_entries_by_event" ON "waitlist_entries" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "waitlist_entries_by_user" ON "waitlist_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "waitlist_entries_by_hold" ON "waitlist_entries" USING btree ("hold_id");
--> statement-breakpoint
-- Who acted, in tables that other domains declare: the schema's files may not name the users' one.
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_staff_id_users_id_fk FOREIGN KEY (staff_id) REFERENCES users (id);
ALTER TABLE event_notices ADD CONSTRAINT event_notices_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users (id);
ALTER TABLE publish_plans ADD CONSTRAINT publish_plans_planned_by_users_id_fk FOREIGN KEY (planned_by) REFERENCES users (id);
ALTER TABLE site_texts ADD CONSTRAINT site_texts_editor_id_users_id_fk FOREIGN KEY (editor_id) REFERENCES users (id);
--> statement-breakpoint
-- Counters of server/platform/limits, in the shape that their library asks for. Those of failed sign-ins must outlive a crash.
CREATE TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
--> statement-breakpoint
-- The rising part of a ticket's id; server/sales/tickets/ticket-id.ts adds random bits.
CREATE SEQUENCE ticket_order AS bigint START 1 MINVALUE 1 MAXVALUE 67108863;
--> statement-breakpoint
-- A server without the extension searches without the indexes: slower, not wrong.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX users_by_search_text ON users USING gin (search_text gin_trgm_ops) WHERE deleted_at IS NULL;
    CREATE INDEX enquiries_by_search_text ON enquiries USING gin (search_text gin_trgm_ops);
  END IF;
END $$;
--> statement-breakpoint
-- Public content: each change tells every process to drop what it cached. Rows are compared whole, so that no column is forgotten. The
-- counter of places is left out: it changes with every cart, by statements that change nothing else, and cached answers live for seconds.
CREATE FUNCTION tell_content_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('content_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_come_or_go AFTER INSERT OR DELETE ON events FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
CREATE TRIGGER events_changed AFTER UPDATE ON events FOR EACH ROW
  WHEN (OLD.sold_or_reserved = NEW.sold_or_reserved AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_content_changed();
CREATE TRIGGER ticket_types_come_or_go AFTER INSERT OR DELETE ON ticket_types FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
CREATE TRIGGER ticket_types_changed AFTER UPDATE ON ticket_types FOR EACH ROW
  WHEN (OLD.sold_or_reserved = NEW.sold_or_reserved AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_content_changed();
CREATE TRIGGER line_ups_changed AFTER INSERT OR DELETE OR UPDATE ON line_ups FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
CREATE TRIGGER gallery_images_changed AFTER INSERT OR DELETE OR UPDATE ON gallery_images FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
CREATE TRIGGER site_texts_changed AFTER INSERT ON site_texts FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
-- Calendars and search engines ask when an event changed and how often: a transaction that changes it, or its line-up, makes one revision.
-- `verified_only` is switched beside the form that the revision guards; `search_text` is generated after this trigger.
CREATE FUNCTION count_event_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  apart CONSTANT text[] := ARRAY['sold_or_reserved', 'verified_only', 'revision', 'changed_at', 'search_text'];
BEGIN
  IF to_jsonb(OLD) - apart = to_jsonb(NEW) - apart OR (OLD.changed_at = now() AND OLD.xmin = pg_current_xact_id()::xid) THEN
    RETURN NEW;
  END IF;
  NEW.revision := OLD.revision + 1;
  NEW.changed_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER events_revised BEFORE UPDATE ON events FOR EACH ROW WHEN (OLD.sold_or_reserved = NEW.sold_or_reserved) EXECUTE FUNCTION count_event_revision();
--> statement-breakpoint
CREATE FUNCTION revise_event_of_line_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE events SET revision = revision + 1, changed_at = now()
  WHERE id IN (SELECT event_id FROM changed) AND NOT (changed_at = now() AND xmin = pg_current_xact_id()::xid);
  RETURN NULL;
END $$;
CREATE TRIGGER line_ups_added_revise_event AFTER INSERT ON line_ups
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION revise_event_of_line_up();
CREATE TRIGGER line_ups_changed_revise_event AFTER UPDATE ON line_ups
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION revise_event_of_line_up();
CREATE TRIGGER line_ups_removed_revise_event AFTER DELETE ON line_ups
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION revise_event_of_line_up();
--> statement-breakpoint
-- Append-only tables.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER scans_append_only BEFORE UPDATE OR DELETE ON scans FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER site_texts_append_only BEFORE UPDATE OR DELETE ON site_texts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER security_events_append_only BEFORE UPDATE OR TRUNCATE ON security_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER security_events_kept BEFORE DELETE ON security_events FOR EACH ROW
  WHEN (OLD.at > now() - interval '89 days') EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The server's user may not delete from append-only tables; what is younger than a year stays whatever it asks for.
CREATE FUNCTION forget_security_events(before timestamptz) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ DELETE FROM security_events WHERE at < least(before, now() - interval '365 days') $$;
REVOKE ALL ON FUNCTION forget_security_events(timestamptz) FROM PUBLIC;
--> statement-breakpoint
-- The ledger: a movement is written with one statement, and its entries sum to zero in one currency.
CREATE FUNCTION refuse_unbalanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM ledger_entries WHERE movement IN (SELECT movement FROM added)
    GROUP BY movement HAVING sum(amount_tetri) <> 0 OR count(DISTINCT currency) > 1
  ) THEN
    RAISE EXCEPTION 'a movement of the ledger does not balance' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced();
--> statement-breakpoint
-- The wire knows two roles, derived from the roles of staff. Both triggers write nothing where the two agree, so neither starts the other again.
CREATE FUNCTION derive_users_role() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed integer := coalesce(NEW.user_id, OLD.user_id);
DECLARE derived text := CASE
  WHEN EXISTS (SELECT FROM user_roles WHERE user_id = changed AND role IN ('Owner', 'Manager')) THEN 'Admin' ELSE 'User' END;
BEGIN
  UPDATE users SET role = derived WHERE id = changed AND role <> derived;
  RETURN NULL;
END $$;
CREATE TRIGGER derive_users_role AFTER INSERT OR UPDATE OR DELETE ON user_roles FOR EACH ROW EXECUTE FUNCTION derive_users_role();
--> statement-breakpoint
CREATE FUNCTION follow_users_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role = 'User' THEN
    DELETE FROM user_roles WHERE user_id = NEW.id AND role IN ('Owner', 'Manager');
  ELSIF NOT EXISTS (SELECT FROM user_roles WHERE user_id = NEW.id AND role IN ('Owner', 'Manager')) THEN
    INSERT INTO user_roles (user_id, role) VALUES (NEW.id, 'Owner');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER follow_users_role AFTER INSERT OR UPDATE OF role ON users FOR EACH ROW EXECUTE FUNCTION follow_users_role();
--> statement-breakpoint
-- The numbers of events: each change of what is counted is noted with its event, in its own transaction. The functions run as their owner.
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
CREATE TRIGGER tickets_numbers_added AFTER INSERT ON tickets
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_tickets();
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
CREATE TRIGGER tickets_numbers_changed AFTER UPDATE ON tickets
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_updated_tickets();
--> statement-breakpoint
CREATE FUNCTION note_changed_money() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO number_changes (event_id)
  SELECT DISTINCT l.event_id FROM changed c JOIN payments p ON p.id = c.payment_id JOIN order_lines l ON l.order_id = p.order_id
  WHERE c.account = 'bank';
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_numbers AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_money();
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
CREATE TRIGGER scans_numbers AFTER INSERT ON scans
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_door();
--> statement-breakpoint
CREATE FUNCTION note_moved_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO number_changes (event_id) SELECT NEW.id WHERE EXISTS (SELECT FROM tickets WHERE event_id = NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER events_numbers AFTER UPDATE OF starts_at ON events
  FOR EACH ROW WHEN (OLD.starts_at IS DISTINCT FROM NEW.starts_at) EXECUTE FUNCTION note_moved_event();
