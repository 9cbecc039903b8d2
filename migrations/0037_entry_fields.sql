ALTER TABLE "signs" ADD COLUMN "spanish" text[];--> statement-breakpoint
ALTER TABLE "signs" ADD COLUMN "handshape" text;--> statement-breakpoint
ALTER TABLE "signs" ADD COLUMN "other_handshape" text;--> statement-breakpoint
ALTER TABLE "signs" ADD COLUMN "location" text;--> statement-breakpoint
ALTER TABLE "signs" ADD COLUMN "movement" text;--> statement-breakpoint
ALTER TABLE "signs" ADD COLUMN "hands" text;--> statement-breakpoint
ALTER TABLE "signs" ADD COLUMN "mouth" text;--> statement-breakpoint
ALTER TABLE "signs" ADD COLUMN "notes" text;--> statement-breakpoint
ALTER TABLE "signs" ADD COLUMN "related" text[];--> statement-breakpoint
ALTER TABLE "signs" ADD COLUMN "confusable" text[];--> statement-breakpoint
ALTER TABLE "signs" ADD COLUMN "example" text;--> statement-breakpoint
ALTER TABLE "signs" ADD CONSTRAINT "signs_hands" CHECK ("signs"."hands" in ('one', 'two')) NOT VALID;