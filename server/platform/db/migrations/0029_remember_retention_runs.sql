CREATE TABLE "retention_runs" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"ran_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "retention_runs_one_row" CHECK ("retention_runs"."is_only")
);
