-- sha256 72e016281af3713164d28ab512aecc7b514aa6b42c7d4f1450d3678489dd02ef
-- The language that an artist writes in, a tag of BCP 47: pages mark their texts with it.
ALTER TABLE artists ADD COLUMN writes_in TEXT;
