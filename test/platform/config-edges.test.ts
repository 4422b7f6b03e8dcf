import { expect, test } from 'bun:test'
import { ConfigError, readConfig } from '../../src/config.ts'

/** The names of the variables that an environment has wrong. */
function wrongIn(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map(({ name }) => name)
    throw error
  }
}

test.each([
  ['SESSION_SECRETS', ['x'.repeat(16), `${'x'.repeat(16)},${'y'.repeat(16)}`], ['x'.repeat(15), `${'x'.repeat(16)},y`]],
  ['AUDIO_TOKEN_SECRET', ['x'.repeat(16)], ['x'.repeat(15)]],
  ['PORT', ['0', '1', '65535'], ['65536', '-1']],
  ['MAX_UPLOAD_MB', ['1', '10000'], ['0', '10001']],
  ['BASE_URL', ['https://nova.example/', 'http://[::1]:8080'], ['https://nova.example/#a', 'https://nova.example/a']],
  ['CURRENCY', ['jpy', 'usd', 'eur', 'krw'], ['bhd', 'isk', 'ugx', 'mga', 'Usd', 'us', 'xxx', 'xau', 'dem']],
  ['SMTP_URL', ['smtp://mail.example', 'smtps://mail.example'], ['smtpx://mail.example', 'smtpss://mail.example']],
  [
    'MAIL_FROM',
    ['a@b.example', '"Nova, Ada" <a@b>', '夜明け <a@b.example>', '<a@b.example>'],
    ['zz', 'a@b@c', 'Nova, Ada <a@b.example>', 'Nova <a@b.example', 'a@b.example, c@d.example', 'a b@c'],
  ],
  ['TRUSTED_PROXIES', ['10.0.0.0/32', '::/0', '10.0.0.1,'], ['10.0.0.0/33', '::/129', 'proxy.local']],
])('%s takes %j and refuses %j', (name, taken, refused) => {
  const mail = { MAIL_FROM: 'deck@nova.example' }
  for (const value of taken) expect([value, wrongIn({ ...mail, [name]: value })]).toEqual([value, []])
  for (const value of refused)
    expect([value, new Set(wrongIn({ ...mail, [name]: value }))]).toEqual([value, new Set([name])])
})

test('mail needs an address that it comes from', () => {
  const problem = 'MAIL_FROM: is needed with SMTP_URL: the address that emails come from'
  expect(() => readConfig({ SMTP_URL: 'smtp://localhost:25' })).toThrow(problem)
})

test('a provider is configured by all of its variables, and is absent without any', () => {
  const { providers } = readConfig({
    GOOGLE_CLIENT_ID: 'g',
    GOOGLE_CLIENT_SECRET: 's',
    APPLE_CLIENT_ID: 'a',
    APPLE_TEAM_ID: 'T',
    APPLE_KEY_ID: 'K',
    APPLE_PRIVATE_KEY: 'one\\ntwo',
    APPLE_ISSUER: 'http://127.0.0.1:4000',
    OIDC_ISSUER: 'https://id.example/realm',
    OIDC_CLIENT_ID: 'o',
    OIDC_CLIENT_SECRET: 's',
  })
  expect(
    providers.map(({ name, label, issuer, clientId, secret }) => [name, label, issuer.href, clientId, secret]),
  ).toEqual([
    ['google', 'Google', 'https://accounts.google.com/', 'g', 's'],
    ['apple', 'Apple', 'http://127.0.0.1:4000/', 'a', { teamId: 'T', keyId: 'K', privateKey: 'one\ntwo' }],
    ['oidc', 'id.example', 'https://id.example/realm', 'o', 's'],
  ])
  const wrong = [
    { GOOGLE_CLIENT_ID: 'g' },
    { ...{ DISCORD_CLIENT_ID: 'd', DISCORD_CLIENT_SECRET: 's' }, DISCORD_ISSUER: 'http://evil.example' },
  ]
  for (const env of wrong) expect(() => readConfig(env)).toThrow('The configuration cannot be used')
})
