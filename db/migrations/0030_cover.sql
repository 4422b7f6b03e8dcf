-- What of a payment into a drop makes up for others that cost more than they brought, once the drop has ended; those have
-- the negative of it.
ALTER TABLE campaign_contributions ADD COLUMN covers_minor INTEGER NOT NULL DEFAULT 0;
