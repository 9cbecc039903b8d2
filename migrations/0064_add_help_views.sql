CREATE TABLE "help_views" (
	"day" date NOT NULL,
	"slot" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "help_views_day_slot_pk" PRIMARY KEY("day","slot")
);
