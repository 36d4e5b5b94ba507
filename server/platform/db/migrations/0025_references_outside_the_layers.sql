-- Audit entries, notices and site texts keep their foreign keys to users: only the tables' files do not name them any more, because
-- platform and content know nothing of accounts (docs/architecture.md).
SELECT 1;
