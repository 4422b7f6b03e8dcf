/** A setting of the desk: the environment variable of the same name, which overrides the desk. */
export type Setting = {
  readonly name: string
  readonly group: SettingGroup
  /**
   * The kind of input. A secret is written and never shown; `choices` are offered for a `choice`;
   * the value of a picture is the id of an uploaded one.
   */
  readonly kind: 'line' | 'text' | 'secret' | 'choice' | 'picture'
  readonly choices?: readonly string[]
}

/** The parts of the desk, in their order. */
export const settingGroups = [
  'Site',
  'Address',
  'Email',
  'Payments',
  'Backups',
  'Sign-up',
  'People',
  'Artists',
  'Sign-in',
  'Limits',
] as const

export type SettingGroup = (typeof settingGroups)[number]

type Ask = Pick<Setting, 'kind' | 'choices'>
const line: Ask = { kind: 'line' }
const text: Ask = { kind: 'text' }
const secret: Ask = { kind: 'secret' }
const picture: Ask = { kind: 'picture' }
const oneOf = (...choices: string[]): Ask => ({ kind: 'choice', choices })

const set = (group: SettingGroup, name: string, ask: Ask): Setting => ({ name, group, ...ask })

/**
 * All settings of the desk. Settings that must be known before the database is open come from the
 * environment only.
 */
export const settings: readonly Setting[] = [
  set('Site', 'SITE_NAME', line),
  set('Site', 'SITE_PICTURE', picture),
  set('Site', 'SITE_LINE', line),
  set('Site', 'SITE_COLOR', line),
  set('Site', 'START_PAGE', line),
  set('Site', 'LANGUAGES', line),
  set('Site', 'CONTACT_EMAIL', line),
  set('Site', 'IMPRINT', text),
  set('Site', 'PRIVACY_POLICY', text),
  set('Site', 'TERMS', text),
  set('Address', 'BASE_URL', line),
  set('Address', 'TRUSTED_PROXIES', line),
  set('Email', 'SMTP_URL', secret),
  set('Email', 'MAIL_FROM', line),
  set('Email', 'LETTERS_PER_MINUTE', line),
  set('Payments', 'PAYMENTS', oneOf('stripe', 'test', 'off')),
  set('Payments', 'STRIPE_SECRET_KEY', secret),
  set('Payments', 'STRIPE_PUBLISHABLE_KEY', line),
  set('Payments', 'STRIPE_WEBHOOK_SECRET', secret),
  set('Payments', 'STRIPE_CONNECT_WEBHOOK_SECRET', secret),
  set('Payments', 'STRIPE_NETWORK_ID', line),
  set('Payments', 'CURRENCY', line),
  set('Payments', 'TEST_SETTLEMENT_CURRENCY', line),
  set('Payments', 'PLATFORM_FEE_PERCENT', line),
  set('Payments', 'GIVE_BACK', oneOf('off', 'on')),
  set('Backups', 'BACKUP_TO', line),
  set('Backups', 'BACKUP_PASSPHRASE', secret),
  set('Backups', 'BACKUP_HOUR', line),
  set('Backups', 'BACKUP_S3_ENDPOINT', line),
  set('Backups', 'BACKUP_S3_REGION', line),
  set('Backups', 'BACKUP_S3_ACCESS_KEY_ID', line),
  set('Backups', 'BACKUP_S3_SECRET_ACCESS_KEY', secret),
  set('Sign-up', 'REGISTRATION', oneOf('open', 'invite', 'closed')),
  set('People', 'BLOCKED_WORDS', text),
  set('People', 'BLOCKED_EMAIL_DOMAINS', text),
  set('People', 'NEW_ACCOUNT_DAYS', line),
  set('Artists', 'SELLERS', oneOf('approved', 'open')),
  set('Artists', 'NEW_SELLER_MAX_PRICE', line),
  set('Artists', 'NEW_SELLER_DAILY_SUM', line),
  set('Artists', 'NEW_SELLER_SALES', line),
  set('Artists', 'NEW_SELLER_HOLD_DAYS', line),
  set('Artists', 'DISPUTE_WINDOW_DAYS', line),
  set('Sign-in', 'GOOGLE_CLIENT_ID', line),
  set('Sign-in', 'GOOGLE_CLIENT_SECRET', secret),
  set('Sign-in', 'DISCORD_CLIENT_ID', line),
  set('Sign-in', 'DISCORD_CLIENT_SECRET', secret),
  set('Sign-in', 'APPLE_CLIENT_ID', line),
  set('Sign-in', 'APPLE_TEAM_ID', line),
  set('Sign-in', 'APPLE_KEY_ID', line),
  set('Sign-in', 'APPLE_PRIVATE_KEY', secret),
  set('Sign-in', 'OIDC_ISSUER', line),
  set('Sign-in', 'OIDC_CLIENT_ID', line),
  set('Sign-in', 'OIDC_CLIENT_SECRET', secret),
  set('Sign-in', 'OIDC_NAME', line),
  set('Limits', 'MAX_UPLOAD_MB', line),
  set('Limits', 'STREAMS_PER_ADDRESS', line),
  set('Limits', 'ACCOUNT_QUOTA_GB', line),
  set('Limits', 'KEEP_FREE_MB', line),
  set('Limits', 'PUBLIC_API', oneOf('on', 'off')),
  set('Limits', 'AGENT_API_SECRET', secret),
  set('Limits', 'METRICS_TOKEN', secret),
  set('Limits', 'AGENT_ORIGINS', line),
  set('Limits', 'PUSH_ORIGINS', line),
  set('Limits', 'OPENTIMESTAMPS_CALENDARS', line),
]

/** Returns the setting of a name; undefined for one that the desk cannot set. */
export const settingOf = (name: string): Setting | undefined => settings.find((each) => each.name === name)

/** Returns the parts of the desk with the settings that a sentence names. */
export function groupsIn(text: string): SettingGroup[] {
  const words = new Set(text.match(/\w+/g))
  return [...new Set(settings.filter(({ name }) => words.has(name)).map(({ group }) => group))]
}
