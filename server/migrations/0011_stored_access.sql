-- Tokens of sessions are kept as hashes; whoever is signed in stays so.
UPDATE sessions SET token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
--> statement-breakpoint
-- Entries of the ledger stay when their account is removed, and then name nobody.
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_uid_users_id_fk";
--> statement-breakpoint
-- Entries are added, never changed or deleted. Once their account is gone, the words on them may be taken off, and nothing else.
CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND NEW.why = '' AND to_jsonb(NEW) - 'why' = to_jsonb(OLD) - 'why'
		AND NOT EXISTS (SELECT FROM users WHERE id = OLD.uid) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'ledger entries are never changed';
END
$$;
--> statement-breakpoint
-- As before, and only for an account that exists: the table refers to none any more.
CREATE OR REPLACE FUNCTION enter_ledger(
	new_id text, of_uid text, of_kind text, of_credits integer, of_reference text, of_why text, of_automation text
) RETURNS TABLE (outcome text, balance integer) LANGUAGE plpgsql AS $$
DECLARE
	before record;
BEGIN
	PERFORM FROM users u WHERE u.id = of_uid FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'there is no account %', of_uid USING ERRCODE = 'foreign_key_violation';
	END IF;
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
