import ipaddr from 'ipaddr.js'
import { readBlockLists } from './account/config.ts'
import { readIdentityConfig } from './account/identity/config.ts'
import { isCountedAlike, isCurrency } from './lib/money/usable-currency.ts'
import { readBackupConfig } from './platform/backup/config.ts'
import { readBucketConfig } from './platform/bucket/config.ts'
import { readHttpsConfig } from './platform/certificate/config.ts'
import { readRelayConfig } from './platform/edge/relay/config.ts'
import { readPaymentConfig } from './platform/payment/config.ts'
import { readSiteConfig } from './platform/setting/site-config.ts'
import { readStandbyConfig } from './platform/standby/config.ts'
import { readWitnessedLogs } from './release/cosigner/config.ts'
import { readWitnesses } from './release/witness/config.ts'

type Env = Readonly<Record<string, string | undefined>>
type Words = readonly [string, ...string[]]

export const usualPort = 3000

export type ConfigFault = { name: string; problem: string }

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly ConfigFault[]

  constructor(faults: readonly ConfigFault[]) {
    super(['The configuration cannot be used:', ...faults.map((f) => `  ${f.name}: ${f.problem}`)].join('\n'))
    this.faults = faults
  }
}

/**
 * Reads the environment once (rule: settings), the site's address from `addressName`; with `domain`
 * it is that name's (rule: own-certificate). All wrong variables are reported together in one
 * ConfigError.
 */
export function readConfig(env: Env, addressName: 'BASE_URL' | 'DEMO_URL' = 'BASE_URL', domain?: string) {
  const faults: ConfigFault[] = []
  const fault = <T>(name: string, problem: string, value: T): T => {
    faults.push({ name, problem })
    return value
  }
  const text = (name: string) => env[name]?.trim() || undefined
  const integer = (name: string, fallback: number, min: number, max: number) => {
    const raw = text(name)
    if (raw === undefined) return fallback
    const value = Number(raw)
    const fits = /^-?\d+$/.test(raw) && value >= min && value <= max
    return fits ? value : fault(name, `must be a whole number from ${min} to ${max}, but is "${raw}"`, fallback)
  }
  const amount = (name: string, fallback: number, max: number) => {
    const raw = text(name)
    if (raw === undefined) return fallback
    const fits = /^\d+(\.\d+)?$/.test(raw) && Number(raw) <= max
    return fits ? Number(raw) : fault(name, `must be a number from 0 to ${max}, but is "${raw}"`, fallback)
  }
  const optionalAmount = (name: string, max: number) => (text(name) === undefined ? undefined : amount(name, 0, max))
  const word = <const T extends Words>(name: string, words: T, fallback: T[number]): T[number] => {
    const raw = text(name)
    if (raw === undefined) return fallback
    const hit = words.find((candidate) => candidate === raw)
    return hit ?? fault(name, `must be one of ${words.join(', ')}, but is "${raw}"`, fallback)
  }
  const secret = (name: string) => {
    const raw = text(name)
    return raw !== undefined && raw.length < 16 ? fault(name, 'must have at least 16 characters', undefined) : raw
  }

  const secretList = text('SESSION_SECRETS')
    ?.split(',')
    .map((part) => part.trim())
  if (secretList?.some((part) => part.length < 16)) fault('SESSION_SECRETS', 'each must have at least 16 characters', 0)

  const payment = readPaymentConfig(env)
  faults.push(...payment.faults)
  const { payments, mode: paymentMode, platformFeePercent, ...stripe } = payment.config

  const identity = readIdentityConfig(env)
  faults.push(...identity.faults)

  const { https, faults: httpsFaults } = readHttpsConfig(env, domain, integer)
  faults.push(...httpsFaults)

  const { standby, faults: standbyFaults } = readStandbyConfig(env, integer)
  faults.push(...standbyFaults)

  const { relay, faults: relayFaults } = readRelayConfig(
    env,
    domain !== undefined || text(addressName)?.startsWith('https:') === true,
  )
  faults.push(...relayFaults)
  const { bucket, faults: bucketFaults } = readBucketConfig(env)
  faults.push(...bucketFaults)
  const { backup, faults: backupFaults } = readBackupConfig(env, integer)
  faults.push(...backupFaults)

  const currency = (name: string) => {
    const raw = text(name)
    return raw === undefined ? undefined : readCurrency(name, raw, fault)
  }
  const config = {
    host: text('HOST') ?? (domain === undefined ? '0.0.0.0' : '::'),
    port: domain === undefined ? integer('PORT', usualPort, 0, 65_535) : https.port,
    /** The name under which the program serves HTTPS by itself. */
    domain,
    https,
    addressName,
    baseUrl: domain === undefined ? readBaseUrl(addressName, text(addressName), fault) : new URL(`https://${domain}`),
    dataDir: text('DATA_DIR') ?? './data',
    sessionSecrets: secretList,
    audioTokenSecret: secret('AUDIO_TOKEN_SECRET'),
    /** The secret of agents that write; without one nobody may (rule: lineage). */
    agentApiSecret: secret('AGENT_API_SECRET'),
    payments,
    /** The mode whose payments count (rule: modes). */
    paymentMode,
    stripe,
    platformFeePercent,
    sellers: word('SELLERS', ['approved', 'open'], payments === 'test' ? 'open' : 'approved'),
    newSellerMaxPrice: optionalAmount('NEW_SELLER_MAX_PRICE', 1e12),
    newSellerDailySum: optionalAmount('NEW_SELLER_DAILY_SUM', 1e12),
    newSellerSales: integer('NEW_SELLER_SALES', 10, 0, 10_000),
    newSellerHoldDays: integer('NEW_SELLER_HOLD_DAYS', payments === 'test' ? 0 : 7, 0, 90),
    /** Whether buyers have fourteen days to give music back, until they download it. */
    giveBack: word('GIVE_BACK', ['off', 'on'], 'off'),
    disputeWindowDays: integer('DISPUTE_WINDOW_DAYS', 120, 1, 1_000),
    currency: currency('CURRENCY'),
    testSettlementCurrency: currency('TEST_SETTLEMENT_CURRENCY'),
    smtpUrl: readSmtpUrl(text('SMTP_URL'), fault),
    mailFrom: readMailFrom(text('MAIL_FROM'), fault),
    /** How many emails of artists' letters are sent a minute at most. */
    lettersPerMinute: integer('LETTERS_PER_MINUTE', 600, 1, 1_000_000),
    providers: identity.providers,
    registration: word('REGISTRATION', ['open', 'invite', 'closed'], 'open'),
    blockLists: readBlockLists(env, fault),
    /** How long an account that is not verified counts as new (rule: new-accounts); 0: never. */
    newAccountDays: integer('NEW_ACCOUNT_DAYS', 0, 0, 365),
    /** Years after which the addresses of guests are forgotten; 0: never. */
    guestYears: integer('GUEST_YEARS', 0, 0, 30),
    trustedProxies: readProxies(text('TRUSTED_PROXIES'), fault),
    pushOrigins: readOrigins('PUSH_ORIGINS', text('PUSH_ORIGINS'), fault),
    /** Origins whose key directories of agents are read wherever they lead (rule: agent-name). */
    agentOrigins: readOrigins('AGENT_ORIGINS', text('AGENT_ORIGINS'), fault),
    /** The witnesses that are asked to cosign the log (rule: witnesses). */
    logWitnesses: readWitnesses('LOG_WITNESSES', text('LOG_WITNESSES'), fault),
    /** The logs of others that this instance cosigns (rule: cosigner). */
    witnessedLogs: readWitnessedLogs('WITNESSED_LOGS', text('WITNESSED_LOGS'), fault),
    publicApi: word('PUBLIC_API', ['on', 'off'], 'on'),
    maxUploadBytes: integer('MAX_UPLOAD_MB', 500, 1, 10_000) * 1_000_000,
    accountQuotaBytes: Math.round(amount('ACCOUNT_QUOTA_GB', 10, 1_000_000) * 1e9),
    keepFreeBytes: text('KEEP_FREE_MB') === undefined ? undefined : Math.round(amount('KEEP_FREE_MB', 0, 1e9) * 1e6),
    /** The most streams of rooms that one address has open (rule: stream-limits). */
    streamsOfAddress: integer('STREAMS_PER_ADDRESS', 1_000, 1, 1_000_000),
    standby,
    /** The token with which Prometheus reads /metrics; without it there is no such page. */
    metricsToken: secret('METRICS_TOKEN'),
    /** Where edges carry the rooms; undefined where this process does. */
    relay,
    /** The nightly backup (rule: nightly-backup). */
    backup,
    /** The bucket that media are in; undefined where they are on this disk. */
    bucket,
    /** The most bytes of this disk that copies of what is in the bucket take. */
    blobCacheBytes: Math.round(amount('BLOB_CACHE_GB', 10, 1_000_000) * 1e9),
    site: readSiteConfig(env, fault),
    /** The nginx that sends files in our place, and keeps strangers' pages for a second. */
    accel: word('ACCEL', ['off', 'nginx'], 'off'),
    logLevel: word('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  }
  if (config.smtpUrl && text('MAIL_FROM') === undefined)
    fault('MAIL_FROM', 'is needed with SMTP_URL: the address that emails come from', 0)
  if (config.accel === 'nginx' && text('TRUSTED_PROXIES') === undefined)
    fault('TRUSTED_PROXIES', 'is needed with ACCEL=nginx: the address that nginx connects from', 0)
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze(config)
}

export type Config = ReturnType<typeof readConfig>
type Fault = <T>(name: string, problem: string, value: T) => T

function readBaseUrl(name: string, raw: string | undefined, fault: Fault): URL | undefined {
  if (raw === undefined) return undefined
  const url = URL.canParse(raw) ? new URL(raw) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    return fault(name, `must be an http or https address, but is "${raw}"`, undefined)
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    return fault(name, 'must be only an origin, without path, query or user', undefined)
  }
  return url
}

function readCurrency(name: string, raw: string, fault: Fault): string {
  if (!isCurrency(raw)) return fault(name, `must be an ISO 4217 code in lower case, but is "${raw}"`, 'usd')
  return isCountedAlike(raw) ? raw : fault(name, `cannot be "${raw}": Stripe counts it in other units`, 'usd')
}

function readSmtpUrl(raw: string | undefined, fault: Fault): string | undefined {
  if (raw === undefined) return undefined
  const fits = URL.canParse(raw) && /^smtps?:$/.test(new URL(raw).protocol)
  return fits ? raw : fault('SMTP_URL', 'must be an smtp:// or smtps:// address', undefined)
}

const mailbox = /^(?:[^\s<>@,;:"]+@[^\s<>@,;:"]+|(?:"[^"]*"|[^<>@,;:"]*)\s*<[^\s<>@,;:"]+@[^\s<>@,;:"]+>)$/

function readMailFrom(raw: string | undefined, fault: Fault): string | undefined {
  if (raw === undefined || mailbox.test(raw)) return raw
  return fault('MAIL_FROM', `must be an address such as "Nova <nova@music.example>", but is "${raw}"`, undefined)
}

function readOrigins(name: string, raw: string | undefined, fault: Fault): string[] {
  const parts = raw?.split(',').map((part) => part.trim()) ?? []
  return parts.filter(Boolean).map((part) => readBaseUrl(name, part, fault)?.origin ?? '')
}

function readProxies(raw: string | undefined, fault: Fault) {
  const parts =
    raw
      ?.split(',')
      .map((part) => part.trim())
      .filter(Boolean) ?? []
  return parts.flatMap((part) => {
    const cidr = part.includes('/') ? part : `${part}/${part.includes(':') ? 128 : 32}`
    return ipaddr.isValidCIDR(cidr)
      ? [ipaddr.parseCIDR(cidr)]
      : fault('TRUSTED_PROXIES', `"${part}" is not an address or CIDR`, [])
  })
}
