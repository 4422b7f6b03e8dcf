/** A setting of the desk: the environment variable of the same name, which overrides the desk. */
export type Setting = {
  readonly name: string
  readonly group: SettingGroup
  readonly kind: SettingKind
  readonly choices?: readonly string[]
  /** The fold within its group that it is in; without one it is in sight. */
  readonly part?: SettingPart
  /** The choice of another setting that it belongs to: without that choice it has no effect. */
  readonly onlyWith?: Choice
  /** Settings with which the site cannot start without this secret, and how their values begin. */
  readonly holds?: Readonly<Record<string, string>>
  /** Of a secret: the setting with the address that it is sent to. */
  readonly sentTo?: string
  /**
   * Whether helpers who set up the site change it too: it vouches for nobody, trusts nobody, and
   * leads no secret, mail, money or data anywhere. All others are the owner's.
   */
  readonly isHelpers: boolean
}

/**
 * The kinds of input. A secret is written and never shown, nor is the password in the address of a
 * mail server; the value of a picture is the id of an uploaded one, that of languages a list of
 * codes, that of a page the handle of its artist, that of a currency its code in lower case, that
 * of a country its code in capitals.
 */
export const settingKinds = [
  'line',
  'number',
  'address',
  'text',
  'secret',
  'mail-server',
  'choice',
  'picture',
  'languages',
  'color',
  'page',
  'currency',
  'country',
] as const

type SettingKind = (typeof settingKinds)[number]

export type SettingPart = 'more' | 'bucket' | 'new-sellers' | 'google' | 'discord' | 'apple' | 'openid'

/** A setting whose value is chosen, and one of its choices. */
export type Choice = { readonly name: string; readonly value: string }

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
  'Programs',
] as const

export type SettingGroup = (typeof settingGroups)[number]

type Ask = Pick<Setting, 'kind' | 'choices' | 'holds' | 'sentTo' | 'onlyWith' | 'part'>
const line: Ask = { kind: 'line' }
const number: Ask = { kind: 'number' }
const text: Ask = { kind: 'text' }
const secret: Ask = { kind: 'secret' }
const secretOf = (holds: Readonly<Record<string, string>>): Ask => ({ kind: 'secret', holds })
const picture: Ask = { kind: 'picture' }
const country: Ask = { kind: 'country' }
const currency: Ask = { kind: 'currency' }
const oneOf = (...choices: string[]): Ask => ({ kind: 'choice', choices })
const within = (part: SettingPart, ask: Ask): Ask => ({ ...ask, part })
const withPayments = (value: string, ask: Ask): Ask => ({ ...ask, onlyWith: { name: 'PAYMENTS', value } })

const owners = (group: SettingGroup, name: string, ask: Ask): Setting => ({ name, group, ...ask, isHelpers: false })
const helpers = (group: SettingGroup, name: string, ask: Ask): Setting => ({ name, group, ...ask, isHelpers: true })

/** Settings that must be known before the database is open come from the environment only. */
export const settings: readonly Setting[] = [
  helpers('Site', 'SITE_NAME', line),
  helpers('Site', 'SITE_PICTURE', picture),
  helpers('Site', 'SITE_LINE', line),
  helpers('Site', 'SITE_COLOR', { kind: 'color' }),
  helpers('Site', 'START_PAGE', { kind: 'page' }),
  helpers('Site', 'LANGUAGES', { kind: 'languages' }),
  owners('Site', 'CONTACT_EMAIL', line),
  owners('Site', 'SELLER_COUNTRY', country),
  owners('Site', 'SELLER_NAME', line),
  owners('Site', 'SELLER_ADDRESS', text),
  helpers('Site', 'IMPRINT', text),
  helpers('Site', 'PRIVACY_POLICY', text),
  helpers('Site', 'TERMS', text),
  helpers('Site', 'CONTACT', text),
  helpers('Site', 'DROP_RULES', text),
  owners('Address', 'BASE_URL', { kind: 'address' }),
  owners('Address', 'TRUSTED_PROXIES', line),
  owners('Email', 'SMTP_URL', { kind: 'mail-server' }),
  owners('Email', 'MAIL_FROM', line),
  helpers('Email', 'LETTERS_PER_MINUTE', number),
  owners('Payments', 'PAYMENTS', oneOf('stripe', 'test', 'off')),
  owners(
    'Payments',
    'STRIPE_SECRET_KEY',
    withPayments('stripe', secretOf({ PAYMENTS: 'stripe', STRIPE_PUBLISHABLE_KEY: '' })),
  ),
  owners('Payments', 'STRIPE_PUBLISHABLE_KEY', withPayments('stripe', line)),
  owners('Payments', 'STRIPE_WEBHOOK_SECRET', within('more', withPayments('stripe', secret))),
  owners('Payments', 'STRIPE_CONNECT_WEBHOOK_SECRET', within('more', withPayments('stripe', secret))),
  owners('Payments', 'STRIPE_NETWORK_ID', within('more', withPayments('stripe', line))),
  owners('Payments', 'CURRENCY', currency),
  owners('Payments', 'TEST_SETTLEMENT_CURRENCY', withPayments('test', currency)),
  owners('Payments', 'PLATFORM_FEE_PERCENT', number),
  owners('Payments', 'GIVE_BACK', oneOf('off', 'on')),
  owners('Backups', 'BACKUP_TO', line),
  owners('Backups', 'BACKUP_PASSPHRASE', secret),
  helpers('Backups', 'BACKUP_HOUR', number),
  owners('Backups', 'BACKUP_S3_ENDPOINT', within('bucket', line)),
  owners('Backups', 'BACKUP_S3_REGION', within('bucket', line)),
  owners('Backups', 'BACKUP_S3_ACCESS_KEY_ID', within('bucket', line)),
  owners(
    'Backups',
    'BACKUP_S3_SECRET_ACCESS_KEY',
    within('bucket', secretOf({ BACKUP_TO: 's3:', BACKUP_S3_ACCESS_KEY_ID: '' })),
  ),
  helpers('Sign-up', 'REGISTRATION', oneOf('open', 'invite', 'closed')),
  helpers('People', 'BLOCKED_WORDS', text),
  helpers('People', 'BLOCKED_EMAIL_DOMAINS', text),
  helpers('People', 'NEW_ACCOUNT_DAYS', number),
  owners('People', 'GUEST_YEARS', number),
  owners('Artists', 'SELLERS', oneOf('approved', 'open')),
  owners('Artists', 'NEW_SELLER_MAX_PRICE', within('new-sellers', number)),
  owners('Artists', 'NEW_SELLER_DAILY_SUM', within('new-sellers', number)),
  owners('Artists', 'NEW_SELLER_SALES', within('new-sellers', number)),
  owners('Artists', 'NEW_SELLER_HOLD_DAYS', within('new-sellers', number)),
  owners('Artists', 'DISPUTE_WINDOW_DAYS', within('new-sellers', number)),
  owners('Sign-in', 'GOOGLE_CLIENT_ID', within('google', line)),
  owners('Sign-in', 'GOOGLE_CLIENT_SECRET', within('google', secretOf({ GOOGLE_CLIENT_ID: '' }))),
  owners('Sign-in', 'DISCORD_CLIENT_ID', within('discord', line)),
  owners('Sign-in', 'DISCORD_CLIENT_SECRET', within('discord', secretOf({ DISCORD_CLIENT_ID: '' }))),
  owners('Sign-in', 'APPLE_CLIENT_ID', within('apple', line)),
  owners('Sign-in', 'APPLE_TEAM_ID', within('apple', line)),
  owners('Sign-in', 'APPLE_KEY_ID', within('apple', line)),
  owners(
    'Sign-in',
    'APPLE_PRIVATE_KEY',
    within('apple', secretOf({ APPLE_CLIENT_ID: '', APPLE_TEAM_ID: '', APPLE_KEY_ID: '' })),
  ),
  owners('Sign-in', 'OIDC_ISSUER', within('openid', line)),
  owners('Sign-in', 'OIDC_CLIENT_ID', within('openid', line)),
  owners('Sign-in', 'OIDC_CLIENT_SECRET', {
    ...secretOf({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '' }),
    sentTo: 'OIDC_ISSUER',
    part: 'openid',
  }),
  owners('Sign-in', 'OIDC_NAME', within('openid', line)),
  helpers('Limits', 'MAX_UPLOAD_MB', number),
  helpers('Limits', 'STREAMS_PER_ADDRESS', number),
  helpers('Limits', 'ACCOUNT_QUOTA_GB', number),
  helpers('Limits', 'KEEP_FREE_MB', number),
  helpers('Programs', 'PUBLIC_API', oneOf('on', 'off')),
  owners('Programs', 'AGENT_API_SECRET', secret),
  owners('Programs', 'METRICS_TOKEN', secret),
  owners('Programs', 'AGENT_ORIGINS', line),
  owners('Programs', 'PUSH_ORIGINS', line),
  owners('Programs', 'LOG_WITNESSES', text),
  owners('Programs', 'WITNESSED_LOGS', text),
]

/** Returns the setting of a name; undefined for one that the desk cannot set. */
export const settingOf = (name: string): Setting | undefined => settings.find((each) => each.name === name)

/** Returns whether a setting is kept sealed, and never shown as a whole. */
export const isSecret = (name: string): boolean => /^(?:secret|mail-server)$/.test(settingOf(name)?.kind ?? '')

export function groupsIn(text: string): SettingGroup[] {
  const words = new Set(text.match(/\w+/g))
  return [...new Set(settings.filter(({ name }) => words.has(name)).map(({ group }) => group))]
}
