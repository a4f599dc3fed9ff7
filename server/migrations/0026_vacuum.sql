-- What every run adds rows to, and the daily cleaning removes them from. PostgreSQL would wait until a fifth of the rows are dead, which
-- in a large table is many days of runs; so it vacuums every day or two. The embedded database vacuums after cleaning.
ALTER TABLE "automation_runs" SET (autovacuum_vacuum_scale_factor = 0.05);--> statement-breakpoint
ALTER TABLE "captures" SET (autovacuum_vacuum_scale_factor = 0.05);--> statement-breakpoint
ALTER TABLE "files" SET (autovacuum_vacuum_scale_factor = 0.05);--> statement-breakpoint
ALTER TABLE "mails" SET (autovacuum_vacuum_scale_factor = 0.05);--> statement-breakpoint
ALTER TABLE "episodes" SET (autovacuum_vacuum_scale_factor = 0.05);--> statement-breakpoint
ALTER TABLE "deliveries" SET (autovacuum_vacuum_scale_factor = 0.05);
