import { expect, test } from 'bun:test'
import { ConfigError, readConfig } from '../src/config.ts'

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
  const problem = 'MAIL_FROM: is needed with SMTP_URL: the address that mail comes from'
  expect(() => readConfig({ SMTP_URL: 'smtp://localhost:25' })).toThrow(problem)
})
