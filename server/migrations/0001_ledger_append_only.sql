-- Entries of the ledger are added, never changed. A user's removal may take theirs along.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM users WHERE id = OLD.uid) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'ledger entries are never changed';
END
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger_entries
	FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
