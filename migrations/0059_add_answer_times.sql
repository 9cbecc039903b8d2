CREATE TABLE "answer_times" (
	"day" date NOT NULL,
	"service" text NOT NULL,
	"calls" integer NOT NULL,
	"total_ms" bigint NOT NULL,
	"slowest_ms" integer NOT NULL,
	CONSTRAINT "answer_times_day_service_pk" PRIMARY KEY("day","service")
);
