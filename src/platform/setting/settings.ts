/** A setting of the desk: the environment variable of the same name, which overrides the desk. */
export type Setting = {
  readonly name: string
  readonly group: SettingGroup
  readonly label: string
  readonly hint: string
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

const set = (group: SettingGroup, name: string, ask: Ask, label: string, hint: string): Setting => ({
  name,
  group,
  label,
  hint,
  ...ask,
})

/**
 * All settings of the desk. Settings that must be known before the database is open come from the
 * environment only.
 */
export const settings: readonly Setting[] = [
  set('Site', 'SITE_NAME', line, 'Name of the site', 'Titles, emails, receipts and the installed app have it.'),
  set('Site', 'SITE_PICTURE', picture, 'Picture', 'A square one: beside the name, and the icon of the installed app.'),
  set(
    'Site',
    'SITE_LINE',
    line,
    'One line about it',
    'On the home page and for search engines, at most 160 characters.',
  ),
  set(
    'Site',
    'SITE_COLOR',
    line,
    'Colour',
    'Such as #b03f00: what the colours of all pages without their own are made from.',
  ),
  set('Site', 'START_PAGE', line, 'Start page', 'The handle of the artist whose page opens first; empty: all artists.'),
  set(
    'Site',
    'LANGUAGES',
    line,
    'Languages',
    'Of en, de, es, fr, ja, such as "en, de"; the first is that of everybody whose browser asks for none of them.',
  ),
  set('Site', 'CONTACT_EMAIL', line, 'Address for questions', 'Shown at the foot of every page.'),
  set('Site', 'IMPRINT', text, 'Imprint', 'Who runs this site, in Markdown; shown at /imprint.'),
  set('Site', 'PRIVACY_POLICY', text, 'Privacy', 'What the site keeps of people, in Markdown; shown at /privacy.'),
  set('Site', 'TERMS', text, 'Terms', 'What buyers and artists agree to, in Markdown; shown at /terms.'),
  set('Address', 'BASE_URL', line, 'Address', 'What people type, such as https://music.example.'),
  set('Address', 'TRUSTED_PROXIES', line, 'Trusted proxies', 'CIDRs of proxies whose X-Forwarded-For is believed.'),
  set('Email', 'SMTP_URL', secret, 'Mail server', 'Such as smtps://user:password@mail.example:465.'),
  set('Email', 'MAIL_FROM', line, 'Sender', 'Such as "Nova <nova@music.example>".'),
  set(
    'Email',
    'LETTERS_PER_MINUTE',
    line,
    'Letters a minute',
    'How many emails of artists’ letters your mail server takes a minute; 600 without it.',
  ),
  set(
    'Payments',
    'PAYMENTS',
    oneOf('stripe', 'test', 'off'),
    'Payments',
    'test: the processor inside, no money moves.',
  ),
  set(
    'Payments',
    'STRIPE_SECRET_KEY',
    secret,
    'Stripe: secret key',
    'sk_live_… or sk_test_…, from Developers, API keys.',
  ),
  set(
    'Payments',
    'STRIPE_PUBLISHABLE_KEY',
    line,
    'Stripe: publishable key',
    'pk_live_… or pk_test_…, from the same page.',
  ),
  set('Payments', 'STRIPE_WEBHOOK_SECRET', secret, 'Webhook secret', 'Only of an endpoint made by hand.'),
  set(
    'Payments',
    'STRIPE_CONNECT_WEBHOOK_SECRET',
    secret,
    'Connect webhook secret',
    'Only of an endpoint made by hand.',
  ),
  set(
    'Payments',
    'STRIPE_NETWORK_ID',
    line,
    'Stripe network profile',
    'So that agents can pay licenses by themselves.',
  ),
  set('Payments', 'CURRENCY', line, 'Currency of new prices', 'An ISO 4217 code such as eur.'),
  set(
    'Payments',
    'TEST_SETTLEMENT_CURRENCY',
    line,
    'Test settlement currency',
    'With test payments: to try exchange out.',
  ),
  set('Payments', 'PLATFORM_FEE_PERCENT', line, 'Your share of others’ sales', 'In percent; 0 without it.'),
  set(
    'Payments',
    'GIVE_BACK',
    oneOf('off', 'on'),
    'Fourteen days to give music back',
    'Until it is downloaded. Off: buyers agree at the button that delivery begins at once.',
  ),
  set(
    'Backups',
    'BACKUP_TO',
    line,
    'Where to, each night',
    'A folder such as /backups, best on another disk, or a bucket such as s3://backups/site.',
  ),
  set(
    'Backups',
    'BACKUP_PASSPHRASE',
    secret,
    'Passphrase',
    'Encrypts them, in the format of age; at least 12 characters. Keep it elsewhere too: without it nobody can restore them.',
  ),
  set('Backups', 'BACKUP_HOUR', line, 'Hour of the day', 'In UTC, 0 to 23; 3 without it.'),
  set(
    'Backups',
    'BACKUP_S3_ENDPOINT',
    line,
    'Bucket: address of its server',
    'Such as https://s3.example.com; empty: Amazon’s.',
  ),
  set('Backups', 'BACKUP_S3_REGION', line, 'Bucket: region', 'Such as eu-central-1; us-east-1 without it.'),
  set('Backups', 'BACKUP_S3_ACCESS_KEY_ID', line, 'Bucket: access key ID', ''),
  set('Backups', 'BACKUP_S3_SECRET_ACCESS_KEY', secret, 'Bucket: secret access key', ''),
  set('Sign-up', 'REGISTRATION', oneOf('open', 'invite', 'closed'), 'Who may sign up', 'invite: only whom you invite.'),
  set('Artists', 'SELLERS', oneOf('approved', 'open'), 'Who may sell', 'approved: artists whom you allow to.'),
  set(
    'Artists',
    'NEW_SELLER_MAX_PRICE',
    line,
    'New sellers: largest payment',
    'In units of the currency; 0: no limit.',
  ),
  set(
    'Artists',
    'NEW_SELLER_DAILY_SUM',
    line,
    'New sellers: largest sum in 24 hours',
    'In units of the currency; 0: no limit.',
  ),
  set('Artists', 'NEW_SELLER_SALES', line, 'New sellers: until how many sales', '0: nobody is new.'),
  set('Artists', 'NEW_SELLER_HOLD_DAYS', line, 'New sellers: days until payouts', 'At most 90; 0: not held.'),
  set('Artists', 'DISPUTE_WINDOW_DAYS', line, 'Days in which banks can dispute', '120 without it.'),
  set(
    'Sign-in',
    'GOOGLE_CLIENT_ID',
    line,
    'Google: client ID',
    'Its callback is /api/auth/google/callback at your address.',
  ),
  set('Sign-in', 'GOOGLE_CLIENT_SECRET', secret, 'Google: client secret', ''),
  set('Sign-in', 'DISCORD_CLIENT_ID', line, 'Discord: client ID', ''),
  set('Sign-in', 'DISCORD_CLIENT_SECRET', secret, 'Discord: client secret', ''),
  set('Sign-in', 'APPLE_CLIENT_ID', line, 'Apple: client ID', ''),
  set('Sign-in', 'APPLE_TEAM_ID', line, 'Apple: team ID', ''),
  set('Sign-in', 'APPLE_KEY_ID', line, 'Apple: key ID', ''),
  set('Sign-in', 'APPLE_PRIVATE_KEY', secret, 'Apple: private key', 'In one line, with \\n for its line ends.'),
  set('Sign-in', 'OIDC_ISSUER', line, 'OpenID provider: issuer', ''),
  set('Sign-in', 'OIDC_CLIENT_ID', line, 'OpenID provider: client ID', ''),
  set('Sign-in', 'OIDC_CLIENT_SECRET', secret, 'OpenID provider: client secret', ''),
  set('Sign-in', 'OIDC_NAME', line, 'OpenID provider: name', 'What people call it.'),
  set('Limits', 'MAX_UPLOAD_MB', line, 'Largest file, in MB', '500 without it.'),
  set('Limits', 'STREAMS_PER_ADDRESS', line, 'Live rooms of one network address', '1000 without it.'),
  set('Limits', 'ACCOUNT_QUOTA_GB', line, 'Storage of an account, in GB', 'Until you trust it; 10 without it.'),
  set('Limits', 'KEEP_FREE_MB', line, 'Disk space to leave free, in MB', '5 % of the disk, at most 1024, without it.'),
  set('Limits', 'PUBLIC_API', oneOf('on', 'off'), 'Public API', 'off: it answers 503.'),
  set('Limits', 'AGENT_API_SECRET', secret, 'Secret of programs that register derivatives', 'At least 16 characters.'),
  set(
    'Limits',
    'METRICS_TOKEN',
    secret,
    'Token of /metrics',
    'What a Prometheus sends to read figures, at least 16 characters.',
  ),
  set(
    'Limits',
    'AGENT_ORIGINS',
    line,
    'Key directories of agents',
    'Origins that are read wherever they lead; you vouch for them.',
  ),
  set(
    'Limits',
    'PUSH_ORIGINS',
    line,
    'Further push services',
    'Such as https://push.example; you vouch for where they lead.',
  ),
  set(
    'Limits',
    'OPENTIMESTAMPS_CALENDARS',
    line,
    'OpenTimestamps calendars',
    'They have Bitcoin attest the log of releases.',
  ),
]

/** Returns the setting of a name; undefined for one that the desk cannot set. */
export const settingOf = (name: string): Setting | undefined => settings.find((each) => each.name === name)

/** Returns the parts of the desk with the settings that a sentence names. */
export function groupsIn(text: string): SettingGroup[] {
  const words = new Set(text.match(/\w+/g))
  return [...new Set(settings.filter(({ name }) => words.has(name)).map(({ group }) => group))]
}
