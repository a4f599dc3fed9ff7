ALTER TABLE "ledger_entries" ADD COLUMN "automation" text;--> statement-breakpoint
-- What was charged so far names its automation too. The one time entries are touched, and none of their figures.
ALTER TABLE ledger_entries DISABLE TRIGGER ledger_append_only;
--> statement-breakpoint
UPDATE ledger_entries e SET automation = r."_automationId" FROM automation_runs r
	WHERE e.kind IN ('charge', 'refund') AND r.id = e.reference;
--> statement-breakpoint
ALTER TABLE ledger_entries ENABLE TRIGGER ledger_append_only;
--> statement-breakpoint
-- Adds an entry on top of the user's last one. The user's row is what entries of one user wait for each other on; a lock
-- that leaves keys alone, so that nothing that merely refers to the user waits with them.
CREATE FUNCTION enter_ledger(
	new_id text, of_uid text, of_kind text, of_credits integer, of_reference text, of_why text, of_automation text
) RETURNS TABLE (outcome text, balance integer) LANGUAGE plpgsql AS $$
DECLARE
	before record;
BEGIN
	PERFORM FROM users u WHERE u.id = of_uid FOR NO KEY UPDATE;
	SELECT e.seq, e.balance INTO before FROM ledger_entries e WHERE e.uid = of_uid ORDER BY e.seq DESC LIMIT 1;
	balance := coalesce(before.balance, 0);
	IF EXISTS (SELECT FROM ledger_entries e WHERE e.kind = of_kind AND e.reference = of_reference) THEN
		outcome := 'repeated';
	ELSIF balance + of_credits < 0 THEN
		outcome := 'short';
	ELSE
		outcome := 'entered';
		balance := balance + of_credits;
		INSERT INTO ledger_entries
			(id, uid, seq, kind, credits, balance, previous_seq, previous_balance, reference, why, automation)
		VALUES (new_id, of_uid, coalesce(before.seq, 0) + 1, of_kind, of_credits, enter_ledger.balance,
			before.seq, before.balance, of_reference, of_why, of_automation);
	END IF;
	RETURN NEXT;
END
$$;
