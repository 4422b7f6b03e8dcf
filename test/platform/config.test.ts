import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ConfigError, type ConfigFault, readConfig } from '../../src/config.ts'
import { spokenLanguages } from '../../src/lib/language/languages.ts'
import { verifierKey } from '../../src/release/signing/signed-note.ts'
import { runProgram, temporaryFolder } from '../support/process.ts'
import { putMigrated } from '../support/server.ts'

function faultsOf(env: Record<string, string>): readonly ConfigFault[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

const witnessKey = verifierKey('witness.example/w', new Uint8Array(32).fill(1), 'witness')
const unsaid = {
  ...{ startPage: null, contactEmail: null, imprint: null, privacy: null, terms: null, contact: null, dropRules: null },
  seller: { country: null, name: null, address: null },
}

test('an empty environment is a configuration, and these are its values', () => {
  expect(readConfig({})).toEqual({
    ...{ host: '0.0.0.0', port: 3_000, domain: undefined },
    https: { port: 443, httpPort: 80, directory: 'https://acme-v02.api.letsencrypt.org/directory' },
    addressName: 'BASE_URL',
    baseUrl: undefined,
    dataDir: './data',
    sessionSecrets: undefined,
    audioTokenSecret: undefined,
    agentApiSecret: undefined,
    payments: 'off',
    paymentMode: 'live',
    stripe: {
      secretKey: undefined,
      publishableKey: undefined,
      webhookSecret: undefined,
      connectWebhookSecret: undefined,
      apiBase: undefined,
      networkId: undefined,
    },
    platformFeePercent: 0,
    sellers: 'approved',
    ...{ newSellerMaxPrice: undefined, newSellerDailySum: undefined, newSellerSales: 10, newSellerHoldDays: 7 },
    giveBack: 'off',
    disputeWindowDays: 120,
    ...{ currency: undefined, testSettlementCurrency: undefined },
    ...{ smtpUrl: undefined, mailFrom: undefined, lettersPerMinute: 600 },
    providers: [],
    registration: 'open',
    ...{ blockLists: { words: [], domains: new Set() }, newAccountDays: 0, guestYears: 0 },
    trustedProxies: [],
    ...{ pushOrigins: [], agentOrigins: [] },
    ...{ logWitnesses: [], witnessedLogs: [], publicApi: 'on' as const },
    maxUploadBytes: 500_000_000,
    accountQuotaBytes: 10_000_000_000,
    keepFreeBytes: undefined,
    streamsOfAddress: 1_000,
    ...{ metricsToken: undefined, relay: undefined, backup: { to: undefined, passphrase: undefined, hour: 3 } },
    ...{ bucket: undefined, blobCacheBytes: 10_000_000_000, accel: 'off' as const },
    site: { name: 'Tapedeck', line: null, picture: null, color: null, languages: spokenLanguages, ...unsaid },
    standby: { lease: undefined, leaseMs: 60_000, replica: undefined },
    logLevel: 'info',
  })
})

const blockedWords = ['Spam', 'buy now'].map((written) => ({ written, folded: ` ${written.toLowerCase()} ` }))

test('every variable is read, without the space around it', () => {
  const keys = { accessKeyId: 'key', secretAccessKey: 'word' }
  const placed = (bucket: string, prefix: string) => ({
    ...{ ...keys, endpoint: 'http://127.0.0.1:9000', region: 'eu-central-1', bucket, prefix },
  })
  const config = readConfig({
    HOST: ' 127.0.0.1 ',
    PORT: '0',
    ...{ HTTPS_PORT: '8443', HTTP_PORT: '8080', ACME_DIRECTORY: 'https://ca.example/directory' },
    BASE_URL: 'https://nova.example',
    DATA_DIR: '/srv/tapedeck',
    SESSION_SECRETS: 'one-session-secret-here, another-session-secret',
    AUDIO_TOKEN_SECRET: 'sixteen-or-more-letters',
    AGENT_API_SECRET: 'another-sixteen-letters',
    PAYMENTS: 'test',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2',
    STRIPE_API_BASE: 'http://127.0.0.1:12111',
    PLATFORM_FEE_PERCENT: '12.5',
    ...{ SITE_NAME: 'Quiet Room', SITE_LINE: 'Songs', SITE_COLOR: '#2b7a55', START_PAGE: 'nova', LANGUAGES: 'de, en' },
    ...{ SELLER_COUNTRY: 'de', SELLER_NAME: 'Nova Ltd', SELLER_ADDRESS: '1 Road\n2 Town' },
    ...{ CONTACT_EMAIL: 'me@nova.example', IMPRINT: 'Nova', PRIVACY_POLICY: 'None.', TERMS: 'Be kind.' },
    ...{ SELLERS: 'approved', REGISTRATION: 'invite', PUBLIC_API: 'off' },
    ...{ NEW_SELLER_MAX_PRICE: '49.5', NEW_SELLER_DAILY_SUM: '0', NEW_SELLER_SALES: '3' },
    ...{ GIVE_BACK: 'on', DISPUTE_WINDOW_DAYS: '90' },
    ...{ CURRENCY: 'eur', TEST_SETTLEMENT_CURRENCY: 'chf' },
    SMTP_URL: 'smtps://me:word@mail.example:465',
    ...{ MAIL_FROM: 'Nova <nova@nova.example>', LETTERS_PER_MINUTE: '90' },
    ...{ BLOCKED_WORDS: 'Spam,\nbuy now', BLOCKED_EMAIL_DOMAINS: '@Mail.example' },
    ...{ NEW_ACCOUNT_DAYS: '7', GUEST_YEARS: '8' },
    TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1,2001:db8::/32, ::1',
    PUSH_ORIGINS: 'https://push.example, http://127.0.0.1:8080/',
    LOG_WITNESSES: `${witnessKey} https://witness.example/w/`,
    ...{ MAX_UPLOAD_MB: '5000', ACCOUNT_QUOTA_GB: '0.001', KEEP_FREE_MB: '0' },
    ...{ REDIS_URL: 'rediss://:word@cache.example:6380', ROOMS_URL: 'https://rooms.example/' },
    ...{ EDGE_SECRET: 'e'.repeat(32), METRICS_TOKEN: 'a token of sixteen letters' },
    BLOBS: 's3://music/tapes',
    ...{ S3_ENDPOINT: 'http://127.0.0.1:9000/', S3_REGION: 'eu-central-1' },
    ...{ S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'word' },
    ...{ BLOB_CACHE_GB: '0.5', ACCEL: 'nginx' },
    ...{ LEASE: 's3://tapes/lease', LEASE_SECONDS: '30', REPLICA: 's3://tapes/copies/replica/' },
    ...{ BACKUP_TO: 's3://backups/site', BACKUP_PASSPHRASE: 'three quiet rooms', BACKUP_HOUR: '23' },
    LOG_LEVEL: 'silent',
  })
  expect({ ...config, baseUrl: config.baseUrl?.href, trustedProxies: config.trustedProxies.map(String) }).toEqual({
    ...{ host: '127.0.0.1', port: 0, domain: undefined },
    https: { port: 8443, httpPort: 8080, directory: 'https://ca.example/directory' },
    addressName: 'BASE_URL',
    baseUrl: 'https://nova.example/',
    dataDir: '/srv/tapedeck',
    sessionSecrets: ['one-session-secret-here', 'another-session-secret'],
    audioTokenSecret: 'sixteen-or-more-letters',
    agentApiSecret: 'another-sixteen-letters',
    ...{ payments: 'test', paymentMode: 'test' },
    stripe: {
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecret: 'whsec_1',
      connectWebhookSecret: 'whsec_2',
      apiBase: new URL('http://127.0.0.1:12111'),
      networkId: undefined,
    },
    platformFeePercent: 12.5,
    sellers: 'approved',
    newSellerMaxPrice: 49.5,
    newSellerDailySum: 0,
    newSellerSales: 3,
    newSellerHoldDays: 0,
    giveBack: 'on',
    disputeWindowDays: 90,
    currency: 'eur',
    site: {
      ...{ name: 'Quiet Room', line: 'Songs', color: '#2b7a55', startPage: 'nova', languages: ['de', 'en'] },
      ...{ seller: { country: 'DE', name: 'Nova Ltd', address: '1 Road\n2 Town' }, contact: null, dropRules: null },
      ...{ picture: null, contactEmail: 'me@nova.example', imprint: 'Nova', privacy: 'None.', terms: 'Be kind.' },
    },
    testSettlementCurrency: 'chf',
    smtpUrl: 'smtps://me:word@mail.example:465',
    ...{ mailFrom: 'Nova <nova@nova.example>', lettersPerMinute: 90 },
    ...{ providers: [], registration: 'invite' as const },
    ...{ blockLists: { words: blockedWords, domains: new Set(['mail.example']) }, newAccountDays: 7, guestYears: 8 },
    trustedProxies: ['10.0.0.0/8', '192.0.2.1/32', '2001:db8::/32', '::1/128'],
    ...{ pushOrigins: ['https://push.example', 'http://127.0.0.1:8080'], agentOrigins: [] },
    ...{ witnessedLogs: [], publicApi: 'off' as const },
    logWitnesses: [{ name: 'witness.example/w', verifierKey: witnessKey, url: 'https://witness.example/w' }],
    ...{ maxUploadBytes: 5_000_000_000, accountQuotaBytes: 1_000_000 },
    keepFreeBytes: 0,
    streamsOfAddress: 1_000,
    standby: { leaseMs: 30_000, lease: placed('tapes', 'lease/'), replica: placed('tapes', 'copies/replica/') },
    metricsToken: 'a token of sixteen letters',
    relay: { redisUrl: 'rediss://:word@cache.example:6380', roomsUrl: 'https://rooms.example', secret: 'e'.repeat(32) },
    backup: expect.objectContaining({ passphrase: 'three quiet rooms', hour: 23 }),
    ...{ bucket: placed('music', 'tapes/'), blobCacheBytes: 500_000_000, accel: 'nginx' as const },
    logLevel: 'silent',
  })
})

test('an empty variable is as none', () => {
  const names = ['HOST', 'PORT', 'BASE_URL', 'DATA_DIR', 'SESSION_SECRETS', 'CURRENCY', 'TRUSTED_PROXIES', 'LOG_LEVEL']
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(readConfig({}))
})

test('payments are on by themselves where there is a key', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }
  expect(readConfig(keys).payments).toBe('stripe')
  expect(readConfig({ ...keys, PAYMENTS: 'off' }).payments).toBe('off')
})

test('with test payments everybody may sell, unless it is said otherwise', () => {
  expect(readConfig({ PAYMENTS: 'test' }).sellers).toBe('open')
  expect(readConfig({ PAYMENTS: 'test', SELLERS: 'approved' }).sellers).toBe('approved')
})

test('a configuration cannot be changed', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true)
})

test('all faults are told at once, each with its variable', () => {
  const faults = faultsOf({
    PORT: '70000',
    BASE_URL: 'nova.example',
    SESSION_SECRETS: 'short,a-long-enough-secret',
    AUDIO_TOKEN_SECRET: 'short',
    PAYMENTS: 'paypal',
    CURRENCY: 'USD',
    SMTP_URL: 'https://mail.example',
    REGISTRATION: 'maybe',
    SELLERS: 'all',
    TRUSTED_PROXIES: '10.0.0.0/33, nowhere, 192.0.2.1',
    PUBLIC_API: 'yes',
    MAX_UPLOAD_MB: '0',
    LOG_LEVEL: 'loud',
  })
  expect(faults).toEqual(
    expect.arrayContaining([
      { name: 'SESSION_SECRETS', problem: 'each must have at least 16 characters' },
      { name: 'PORT', problem: 'must be a whole number from 0 to 65535, but is "70000"' },
      { name: 'BASE_URL', problem: 'must be an http or https address, but is "nova.example"' },
      { name: 'AUDIO_TOKEN_SECRET', problem: 'must have at least 16 characters' },
      { name: 'PAYMENTS', problem: 'must be one of stripe, test, off, but is "paypal"' },
      { name: 'CURRENCY', problem: 'must be an ISO 4217 code in lower case, but is "USD"' },
      { name: 'SMTP_URL', problem: 'must be an smtp:// or smtps:// address' },
      { name: 'REGISTRATION', problem: 'must be one of open, invite, closed, but is "maybe"' },
      { name: 'TRUSTED_PROXIES', problem: '"10.0.0.0/33" is not an address or CIDR' },
      { name: 'TRUSTED_PROXIES', problem: '"nowhere" is not an address or CIDR' },
      { name: 'SELLERS', problem: 'must be one of approved, open, but is "all"' },
      { name: 'PUBLIC_API', problem: 'must be one of on, off, but is "yes"' },
      { name: 'MAX_UPLOAD_MB', problem: 'must be a whole number from 1 to 10000, but is "0"' },
      { name: 'LOG_LEVEL', problem: 'must be one of debug, info, warn, error, silent, but is "loud"' },
    ]),
  )
  expect(faults).toHaveLength(14)
})

test.each([
  ['PORT', ['-1', '1.5', '1e3', '0x50', 'http', '65536', '3000 3001']],
  ['NEW_SELLER_MAX_PRICE', ['-1', '1e3', 'ten', '$10']],
  ['NEW_SELLER_DAILY_SUM', ['-1', '5,00']],
  ['NEW_SELLER_SALES', ['-1', '1.5', '10001']],
  ['DISPUTE_WINDOW_DAYS', ['0', '1001', '30d']],
  ['GIVE_BACK', ['yes', 'ON', '14']],
  ['MAX_UPLOAD_MB', ['-1', '10001', '500MB', '1.5']],
  [
    'BASE_URL',
    [
      'ftp://nova.example',
      'https://',
      '//nova.example',
      'https://nova.example/music',
      'https://nova.example?a=1',
      'https://me:word@nova.example',
      'javascript:alert(1)',
    ],
  ],
  ['CURRENCY', ['dollars', 'us', 'zzz', '$', 'isk', 'ugx', 'mga', 'kwd']],
  ['SESSION_SECRETS', [',', 'short', 'a-long-enough-secret,']],
  ['TRUSTED_PROXIES', ['*', '10.0.0.0/-1', '300.0.0.1', 'localhost', '10.0.0.0/8;127.0.0.1']],
  ['SMTP_URL', ['mail.example:25', 'smtp', 'http://mail.example']],
])('%s refuses %j', (name, values) => {
  for (const value of values) {
    const names = faultsOf({ [name]: value, MAIL_FROM: 'a@b.example' }).map((fault) => fault.name)
    expect([value, new Set(names)]).toEqual([value, new Set([name])])
  }
})

test('no fault repeats a secret', () => {
  const secrets = {
    AUDIO_TOKEN_SECRET: 'hush-hush',
    SESSION_SECRETS: 'psst',
    SMTP_URL: 'http://me:passw0rd@mail.example',
  }
  const told = JSON.stringify(faultsOf({ ...secrets, MAIL_FROM: 'a@b.example' }))
  expect(told).toContain('AUDIO_TOKEN_SECRET')
  for (const secret of ['hush-hush', 'psst', 'passw0rd']) expect(told).not.toContain(secret)
})

test('the program prints all faults and ends with 1, without a word of where in the code', async () => {
  const { exitCode, out, err } = await runProgram(['serve'], { PORT: 'x', LOG_LEVEL: 'y', DATA_DIR: '/nowhere/at/all' })
  expect([exitCode, out, err]).toEqual([
    1,
    '',
    [
      'The configuration cannot be used:',
      '  PORT: must be a whole number from 0 to 65535, but is "x"',
      '  LOG_LEVEL: must be one of debug, info, warn, error, silent, but is "y"',
      '',
    ].join('\n'),
  ])
})

test.each([
  ['a data folder that is none', 'serve', '', 'EEXIST: file already exists', 'DATA_DIR must name a folder'],
  ['a database that is none', 'serve', 'tapedeck.db', 'file is not a database', 'restore one from a backup'],
  ['test payments that are none', 'serve', 'test-processor.db', 'the test processor did not start', 'Remove it'],
  ['the same before the doctor', 'doctor', 'test-processor.db', 'file is not a database', 'Remove it'],
])('%s is named with what to do about it', async (_, command, name, reason, advice) => {
  using folder = temporaryFolder()
  const DATA_DIR = join(folder.path, 'data')
  const path = join(DATA_DIR, name)
  await Bun.write(path, 'no database'.repeat(1_000))
  if (name === 'test-processor.db') putMigrated(DATA_DIR)
  const env = { DATA_DIR, PAYMENTS: 'test', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' }
  const { exitCode, err } = await runProgram([command], env)
  expect([exitCode, err]).toEqual([1, expect.stringContaining(`${path} cannot be used: ${reason}`)])
  expect(err).toContain(advice)
  expect(err.trim().split('\n')).toHaveLength(1)
})
