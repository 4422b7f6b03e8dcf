-- sha256 6a7918e489c93750825775d9c62050c5cba1468b657e00a1a527942028fd77ee
-- The events of a license, for the file that proves it by itself.
CREATE INDEX release_events_license ON release_events (event ->> '$.payload.licenseId', sequence)
WHERE event ->> '$.payload.licenseId' IS NOT NULL;
