/**
 * The security events: the log level of each, and whether the account's own page shows it.
 * `hourly`: strangers can cause it at will, so the page has one row an hour.
 */
export const securityEvents = {
  signed_up: { level: 'info', shown: 'each' },
  signed_in: { level: 'info', shown: 'each' },
  sign_in_failed: { level: 'warn', shown: 'hourly' },
  locked_out: { level: 'warn', shown: 'hourly' },
  signed_out: { level: 'info', shown: 'each' },
  session_ended: { level: 'info', shown: 'each' },
  reset_asked: { level: 'info', shown: 'hourly' },
  reset_done: { level: 'info', shown: 'each' },
  password_changed: { level: 'info', shown: 'each' },
  password_change_failed: { level: 'warn', shown: 'hourly' },
  proof_failed: { level: 'warn', shown: 'hourly' },
  address_asked: { level: 'warn', shown: 'each' },
  address_changed: { level: 'warn', shown: 'each' },
  address_restored: { level: 'warn', shown: 'each' },
  address_confirmed: { level: 'info', shown: 'each' },
  identity_linked: { level: 'warn', shown: 'each' },
  passkey_added: { level: 'warn', shown: 'each' },
  passkey_removed: { level: 'warn', shown: 'each' },
  app_key_made: { level: 'warn', shown: 'each' },
  app_key_removed: { level: 'info', shown: 'each' },
  second_factor_on: { level: 'warn', shown: 'each' },
  second_factor_off: { level: 'warn', shown: 'each' },
  identity_unlinked: { level: 'warn', shown: 'each' },
  invitation_made: { level: 'info', shown: 'no' },
  invitation_revoked: { level: 'info', shown: 'no' },
  data_asked: { level: 'warn', shown: 'each' },
  // A download goes on by further requests.
  data_downloaded: { level: 'warn', shown: 'hourly' },
  account_deleted: { level: 'warn', shown: 'no' },
  owner_changed: { level: 'warn', shown: 'each' },
  helper_named: { level: 'warn', shown: 'each' },
  helper_ended: { level: 'warn', shown: 'each' },
  desk_act: { level: 'info', shown: 'no' },
  upgrade_begun: { level: 'warn', shown: 'no' },
  refund_made: { level: 'info', shown: 'no' },
  seller_asked: { level: 'info', shown: 'each' },
  seller_allowed: { level: 'info', shown: 'each' },
  seller_refused: { level: 'warn', shown: 'each' },
  seller_ready: { level: 'info', shown: 'no' },
  seller_stopped: { level: 'warn', shown: 'no' },
  key_made: { level: 'debug', shown: 'no' },
  forbidden: { level: 'debug', shown: 'no' },
} as const satisfies Record<string, SecurityEvent>

type SecurityEvent = { level: 'debug' | 'info' | 'warn'; shown: 'each' | 'hourly' | 'no' }

export type SecurityEventName = keyof typeof securityEvents
