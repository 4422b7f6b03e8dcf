import { say } from '../../lib/language/say.ts'
import type { SettingPart } from './settings.ts'

const words = (): Readonly<Record<string, readonly [label: string, hint: string]>> => ({
  SITE_NAME: [say('Name of the site'), say('Titles, emails, receipts and the installed app have it.')],
  SITE_PICTURE: [say('Picture'), say('A square one: beside the name, and the icon of the installed app.')],
  SITE_LINE: [say('One line about it'), say('On the home page and for search engines, at most 160 characters.')],
  SITE_COLOR: [say('Colour'), say('The colours of all pages without their own are made from it.')],
  START_PAGE: [say('Start page'), say('What opens at the address of the site.')],
  LANGUAGES: [
    say('Languages'),
    say('Everybody reads the site in the one that their browser asks for, or chooses another at the foot of a page.'),
  ],
  CONTACT_EMAIL: [say('Address for questions'), say('Shown at the foot of every page.')],
  SELLER_COUNTRY: [
    say('Country'),
    say('What the law asks of you depends on it, and drafts of your legal texts do too.'),
  ],
  SELLER_NAME: [say('Legal name'), say('Yours, or that of your company: you are the seller of everything here.')],
  SELLER_ADDRESS: [
    say('Postal address'),
    say('Line by line, as on an envelope. It is shown where people pay, on receipts and under emails.'),
  ],
  IMPRINT: [say('Imprint'), say('Who runs this site, in Markdown; shown at /imprint.')],
  PRIVACY_POLICY: [say('Privacy'), say('What the site keeps of people, in Markdown; shown at /privacy.')],
  TERMS: [say('Terms'), say('What buyers and artists agree to, in Markdown; shown at /terms.')],
  CONTACT: [say('Contact'), say('How people reach you, and what may not stand here, in Markdown; shown at /contact.')],
  DROP_RULES: [
    say('Rules of drops'),
    say('Who may enter, how winners are found, tax, in Markdown; shown at /drop-rules and with each drop.'),
  ],
  BASE_URL: [say('Address'), say('What people type, such as https://music.example.')],
  TRUSTED_PROXIES: [
    say('Proxies in front of the site'),
    say(
      'Their addresses or networks, such as 192.0.2.7, 10.0.0.0/8. They say where visitors come from, and are believed.',
    ),
  ],
  SMTP_URL: [say('Mail server'), say('As the help of your email provider names it. Without one, nothing is sent.')],
  MAIL_FROM: [say('Sender'), say('Such as "Nova <nova@music.example>".')],
  LETTERS_PER_MINUTE: [
    say('Letters a minute'),
    say('How many emails of artists’ letters your mail server takes per minute; 600 by default.'),
  ],
  PAYMENTS: [say('Payments'), ''],
  STRIPE_SECRET_KEY: [say('Stripe: secret key'), say('sk_live_… or sk_test_…, from Developers, API keys.')],
  STRIPE_PUBLISHABLE_KEY: [say('Stripe: publishable key'), say('pk_live_… or pk_test_…, from the same page.')],
  STRIPE_WEBHOOK_SECRET: [say('Webhook secret'), say('Only of an endpoint made by hand.')],
  STRIPE_CONNECT_WEBHOOK_SECRET: [say('Connect webhook secret'), say('Only of an endpoint made by hand.')],
  STRIPE_NETWORK_ID: [say('Stripe network profile'), say('So that agents can pay for licenses on their own.')],
  CURRENCY: [say('Currency of new prices'), say('Prices that stand keep theirs.')],
  TEST_SETTLEMENT_CURRENCY: [say('Test settlement currency'), say('With test payments: to try exchange out.')],
  PLATFORM_FEE_PERCENT: [say('Your share of others’ sales'), say('In percent; 0 by default.')],
  GIVE_BACK: [say('Giving music back'), ''],
  BACKUP_TO: [
    say('Where to, each night'),
    say('A folder such as /backups, best on another disk, or a bucket such as s3://backups/site.'),
  ],
  BACKUP_PASSPHRASE: [
    say('Passphrase'),
    say(
      'Encrypts them, in the format of age; at least 12 characters. Keep it elsewhere too: without it nobody can restore them.',
    ),
  ],
  BACKUP_HOUR: [say('Hour of the day'), say('In UTC, 0 to 23; 3 by default.')],
  BACKUP_S3_ENDPOINT: [say('Bucket: address of its server'), say('Such as https://s3.example.com; empty: Amazon’s.')],
  BACKUP_S3_REGION: [say('Bucket: region'), say('Such as eu-central-1; us-east-1 by default.')],
  BACKUP_S3_ACCESS_KEY_ID: [say('Bucket: access key ID'), ''],
  BACKUP_S3_SECRET_ACCESS_KEY: [say('Bucket: secret access key'), ''],
  REGISTRATION: [say('Who may make an account'), ''],
  BLOCKED_WORDS: [
    say('Words that nobody may use'),
    say('In comments, names, handles and titles of clips: whole words, one a line, at most 500.'),
  ],
  BLOCKED_EMAIL_DOMAINS: [
    say('Email domains that are refused'),
    say('Such as mail.example, with all below it: one a line, at most 500.'),
  ],
  NEW_ACCOUNT_DAYS: [
    say('Days for which an account is new'),
    say(
      'Until you verify it, it writes no links and makes 5 uploads, 20 comments and 3 clips a day. 0: nobody is new.',
    ),
  ],
  GUEST_YEARS: [
    say('Years for which addresses of guests are kept'),
    say('Then they are forgotten; books, receipts and the links to what they bought stay. 0: they are kept.'),
  ],
  SELLERS: [say('Who may sell'), ''],
  NEW_SELLER_MAX_PRICE: [say('New sellers: largest payment'), say('In units of the currency; 0: no limit.')],
  NEW_SELLER_DAILY_SUM: [say('New sellers: largest sum in 24 hours'), say('In units of the currency; 0: no limit.')],
  NEW_SELLER_SALES: [say('New sellers: until how many sales'), say('0: nobody is new.')],
  NEW_SELLER_HOLD_DAYS: [say('New sellers: days until payouts'), say('At most 90; 0: not held.')],
  DISPUTE_WINDOW_DAYS: [say('Days in which banks can dispute'), say('120 by default.')],
  GOOGLE_CLIENT_ID: [say('Google: client ID'), say('Its callback is /api/auth/google/callback at your address.')],
  GOOGLE_CLIENT_SECRET: [say('Google: client secret'), ''],
  DISCORD_CLIENT_ID: [say('Discord: client ID'), ''],
  DISCORD_CLIENT_SECRET: [say('Discord: client secret'), ''],
  APPLE_CLIENT_ID: [say('Apple: client ID'), ''],
  APPLE_TEAM_ID: [say('Apple: team ID'), ''],
  APPLE_KEY_ID: [say('Apple: key ID'), ''],
  APPLE_PRIVATE_KEY: [say('Apple: private key'), say('In one line, with \\n for its line ends.')],
  OIDC_ISSUER: [say('OpenID provider: issuer'), ''],
  OIDC_CLIENT_ID: [say('OpenID provider: client ID'), ''],
  OIDC_CLIENT_SECRET: [say('OpenID provider: client secret'), ''],
  OIDC_NAME: [say('OpenID provider: name'), say('What people call it.')],
  MAX_UPLOAD_MB: [say('Largest file, in MB'), say('500 by default.')],
  STREAMS_PER_ADDRESS: [say('Live rooms open at once from one network address'), say('1000 by default.')],
  ACCOUNT_QUOTA_GB: [say('Storage of an account, in GB'), say('Until you lift the limit; 10 by default.')],
  KEEP_FREE_MB: [say('Disk space to leave free, in MB'), say('5 % of the disk, at most 1024, by default.')],
  PUBLIC_API: [say('Public API'), ''],
  AGENT_API_SECRET: [say('Secret of programs that register derivatives'), say('At least 16 characters.')],
  METRICS_TOKEN: [say('Token of /metrics'), say('What a Prometheus sends to read figures, at least 16 characters.')],
  AGENT_ORIGINS: [
    say('Agents whose keys are read anywhere'),
    say('Their addresses, such as https://agent.example. Keys of others are read only where they are public.'),
  ],
  PUSH_ORIGINS: [say('Further push services'), say('Such as https://push.example; you vouch for where they lead.')],
  LOG_WITNESSES: [
    say('Witnesses of the log of releases'),
    say('Others who confirm that it was not rewritten, a line each: key, then address. Three at most.'),
  ],
  WITNESSED_LOGS: [
    say('Logs of others that this site witnesses'),
    say('Their keys, a line each, as the /log/vkey of their site has them. More at /witness.'),
  ],
})

/** Returns the name of a fold within a group of settings. */
export function nameOfPart(part: SettingPart): string {
  const names: Readonly<Record<SettingPart, string>> = {
    more: say('More'),
    bucket: say('Bucket'),
    'new-sellers': say('New sellers'),
    google: 'Google',
    discord: 'Discord',
    apple: 'Apple',
    openid: say('Another OpenID provider'),
  }
  return names[part]
}

/** Returns what the desk says of each setting: its label, and a hint, which may be empty. */
export function settingWords(): (name: string) => { label: string; hint: string } {
  const known = words()
  return (name) => {
    const [label, hint] = known[name] ?? [name, '']
    return { label, hint }
  }
}

export const labelOf = (name: string): string => settingWords()(name).label

/** Returns a sentence in which settings are called as at the desk, not as in the environment. */
export const asAtDesk = (text: string): string => text.replace(/\b(?:PAYMENTS|[A-Z]+(?:_[A-Z0-9]+)+)\b(?!=)/g, labelOf)
