-- sha256 78c048dcf9e435d397f80dc0c20e38dfe5ec3bea9cf6c897896f55b16cbc1430
-- The withdrawals that were answered, by their age: the old ones are forgotten.
CREATE INDEX withdrawals_answered ON withdrawals (received_at) WHERE outcome <> 'open';
