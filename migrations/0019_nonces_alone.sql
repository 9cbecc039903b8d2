ALTER TABLE "nonces" DROP CONSTRAINT "nonces_consumer_id_consumers_id_fk";
