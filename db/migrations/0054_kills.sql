-- How often the process ended while this job ran, since its last attempt that came to an end.
ALTER TABLE jobs ADD COLUMN kills INTEGER NOT NULL DEFAULT 0;
