ALTER TABLE "automations" ADD COLUMN "times_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "_utcOffset" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The newest version whose times or trigger differ from the version before it. Pauses were not recorded.
UPDATE "automations" a SET "times_since" = coalesce((
	SELECT max(v."_savedAt") FROM (
		SELECT "_savedAt", timing IS DISTINCT FROM lag(timing) OVER (ORDER BY "_version") AS changed FROM (
			SELECT "_savedAt", "_version", (SELECT jsonb_object_agg(key, value) FROM jsonb_each(document) WHERE key IN (
				'_triggerType', '_limited', '_limitSchedule', 'trigger_device_deviceID', '_zone', '_utcOffset')) AS timing
			FROM "automation_versions" WHERE "_automationId" = a.id) versions) v
	WHERE v.changed), a."created_at");--> statement-breakpoint
-- Windows keep their present times. The zone is the account's, or the one in which the customer last set an automation's times.
UPDATE "devices" d SET "_zone" = t.name, "_utcOffset" = extract(epoch FROM t.utc_offset) / 60
FROM "users" u, pg_timezone_names t
WHERE u.id = d."_owner" AND t.name = coalesce(u.zone, nullif(u.alert_zone, 'UTC'), (
	SELECT a."_zone" FROM "automations" a WHERE a."_owner" = u.id AND a."_zone" <> 'UTC' ORDER BY a."times_since" DESC LIMIT 1));
