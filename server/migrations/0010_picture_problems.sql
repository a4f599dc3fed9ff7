-- A problem was a sentence, and only ever about pictures that could not be decoded. Now it is one of four words.
UPDATE "captures" SET "problem" = 'broken' WHERE "problem" IS NOT NULL;--> statement-breakpoint
UPDATE "devices" SET "last_image_problem" = 'broken' WHERE "last_image_problem" IS NOT NULL;
