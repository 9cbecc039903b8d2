CREATE TABLE "daily_totals" (
	"day" date NOT NULL,
	"measure" text NOT NULL,
	"key" text NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "daily_totals_day_measure_key_pk" PRIMARY KEY("day","measure","key"),
	CONSTRAINT "daily_totals_measure" CHECK ("daily_totals"."measure" in ('launches', 'entered', 'sales', 'refunds', 'minutes'))
);
