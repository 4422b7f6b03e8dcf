/** Errors whose message is for whoever typed the command; of others they see the whole trace. */
export const errorsForReaders = new Set([
  'ConfigError',
  'FolderInUseError',
  'LeaseError',
  'NewerDatabaseError',
  'PortError',
  'SecretsError',
  'SignatureError',
  'UnreleasedDatabaseError',
  'UnusableBucketError',
  'UnusableFileError',
  'UpgradeError',
  'UsageError',
])
