-- sha256 4bb52d4681a0279df9791ed10bd949f8661236d6cd487cb2dfa36b27be4f348e
-- Whether a finding of the doctor tells of something that nobody can bring back.
ALTER TABLE doctor_findings ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;
