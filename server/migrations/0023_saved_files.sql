CREATE TABLE "mirror_leftovers" (
	"path" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_files_deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "files_saved" ON "files" USING btree ("_owner","path") WHERE path like 'users/%/automations/%';--> statement-breakpoint
CREATE INDEX "files_to_mirror" ON "files" USING btree ("timeCreated","path") WHERE "files"."mirrored_at" is null and path like 'users/%/automations/%';--> statement-breakpoint
CREATE INDEX "runs_saved" ON "automation_runs" USING btree ("_owner","_timestamp","id") WHERE action_files <> '{}';--> statement-breakpoint
CREATE INDEX "runs_saved_of_automation" ON "automation_runs" USING btree ("_automationId","_timestamp","id") WHERE action_files <> '{}';