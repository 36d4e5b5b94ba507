-- A mail that had nothing left to say is no failed one.
update mails set state = 'skipped', last_error = null where state = 'dead' and last_error = 'There is nothing left to say.';
