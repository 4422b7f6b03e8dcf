import { describe, expect, spyOn, test } from 'bun:test'
import { passwordsOf } from '../../src/account/password/password.ts'
import { accountWords } from '../../src/lib/account/account-words.ts'
import { demoAccount } from '../../src/lib/account/demo-account.ts'
import { isCommonPassword as isCommon } from '../../src/lib/account/frequent-passwords.ts'
import { weaknessOf } from '../../src/lib/account/password-rule.ts'
import { logIn, password, rowsOf, signUp, signUpBody } from '../support/account/account.ts'
import { askReset } from '../support/account/reset.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'

const sharedServer = shareNames()

const host = 'music.example'
const words = accountWords({ email: 'mara.velo@posteo.example', handle: 'nova-dawn', displayName: 'The Nova', host })
const weakness = (text: string) => weaknessOf(text, { isCommon, words })

const common = `password12 Password123! P@ssw0rd123 P4$$w0rd!!! pa55w0rd12 drowssap123 letmein123 l3tm31n123 iloveyou12
  princess123 sunshine2024 Summer2024! qwerty12345 1q2w3e4r5t 1qaz2wsx3edc admin123456 123456789a password1234567
  qwertyuiop 1234567890 administrator`.split(/\s+/)
const patterns = `aaaaaaaaaa abcdefghij 0123456789 9876543210 abcabcabcabc 1212121212 passwordpassword
  letmeinletmein asdfghjkl; qwertyuiopasdf azertyuiopq 0123456789ab 1111111112 aaaaabbbbb 01/01/1990 1990-12-31`.split(
  /\s+/,
)
const context = `novadawn12 Nova-Dawn-2024 n0v4d4wn!! mara.velo1 maravelo2024 thenova2024! tapedeck123 tapedecktapedeck
  T4p3d3ck2024! kcedepat12 Music.Example posteo12345 mara.velo@posteo.example`.split(/\s+/)
const fine = [
  demoAccount.password,
  password,
  'long enough',
  'tapedeck-test-password-1',
  'nine lives',
  'yet another one',
  'battery staple horse',
  'caf\u00e9 caf\u00e9 caf\u00e9',
  '😀'.repeat(10),
  'wrong password',
  'tapedeck is what i play',
  'nova sleeps at dawn now',
  'kettle on the hob',
  'xK9#mQ2$vL',
  '8362519403',
  'п\u0430роль на пляже',
]

describe('A password', () => {
  test.each(common)('is refused as common: %s', (text) => expect(weakness(text)).toBe('common'))
  test.each(patterns)('is refused as a pattern: %s', (text) => expect(weakness(text)).toMatch(/^(?:pattern|common)$/))
  test.each(context)('is refused as made of what is known: %s', (text) => expect(weakness(text)).toBe('context'))
  test.each(fine)('is taken: %s', (text) => expect(weakness(text)).toBeUndefined())

  test('is judged at once, however long and crooked', () => {
    const crooked = ['a1', '4@3!0$7', 'qwerty1234', 'novadawn', 'x'].map((part) => part.repeat(200).slice(0, 200))
    for (const text of [...crooked, `${'a'.repeat(199)}b`]) {
      const began = process.cpuUsage()
      weakness(text)
      expect(process.cpuUsage(began).user).toBeLessThan(2_000_000)
    }
  })
})

const refused = (why: string) => [
  400,
  {
    error: 'This password is too easy to guess.',
    code: 'VALIDATION',
    field: 'password',
    hint: `It ${why}. A few words in a row that do not belong together are better.`,
  },
]
const tooCommon = refused('is one that everybody tries first')
const tooKnown = refused('is little more than a name or address')

async function post(svc: TestServer, path: string, body: object, cookie?: string) {
  const answer = await svc.call('POST', `/api/auth/${path}`, { body, cookie })
  return [answer.status, answer.json]
}

describe('A weak password', () => {
  test('is refused at sign-up, at a change and at a reset, and each can be tried again', async () => {
    await using svc = await startServer({ env: { BASE_URL: 'https://music.example' } })
    expect(await post(svc, 'signup', signUpBody('nova', { password: 'password12' }))).toEqual(tooCommon)
    expect(await post(svc, 'signup', signUpBody('nova', { password: 'nova2024!!' }))).toEqual(tooKnown)
    expect(rowsOf(svc, 'users')).toEqual([])
    const cookie = await signUp(svc, 'nova')
    const change = (chosen: string) =>
      post(svc, 'password/change', { currentPassword: password, password: chosen }, cookie)
    expect(await change('qwertyuiop')).toEqual(tooCommon)
    expect(await change('The Nova 2024')).toEqual(tooKnown)
    const token = await askReset(svc, 'nova@example.org')
    expect(await post(svc, 'password/reset', { token, password: '1234567890' })).toEqual(tooCommon)
    expect(await post(svc, 'password/reset', { token, password: 'music.example' })).toEqual(tooKnown)
    expect((await svc.call('GET', '/api/auth/session', { cookie })).status).toBe(200)
    expect(await post(svc, 'password/reset', { token, password: 'long enough' })).toEqual([204, undefined])
  })

  test('of an account that has one still signs in', async () => {
    const svc = await sharedServer()
    await signUp(svc, 'nova')
    svc.ctx.db.$client.run('UPDATE users SET password_hash = ?', [await passwordsOf(svc.ctx).hash('password12')])
    expect((await logIn(svc, 'nova@example.org', 'password12')).status).toBe(200)
  })
})

describe('A changed password', () => {
  test('is told to its owner by mail, changed or reset, without a link that opens anything', async () => {
    await using svc = await startServer()
    const cookie = await signUp(svc, 'nova')
    const origin = `http://localhost:${new URL(svc.url).port}`
    await post(svc, 'password/change', { currentPassword: 'wrong', password: 'long enough' }, cookie)
    await post(svc, 'password/change', { currentPassword: password, password: 'password12' }, cookie)
    const emails = () =>
      svc.ctx.db.$client
        .query<{ recipient: string; subject: string; text_body: string }, []>(
          "SELECT recipient, subject, text_body FROM mails WHERE kind = 'password-changed' ORDER BY rowid",
        )
        .all()
    expect(emails()).toEqual([])
    await post(svc, 'password/change', { currentPassword: password, password: 'long enough' }, cookie)
    const token = await askReset(svc, 'nova@example.org')
    await post(svc, 'password/reset', { token, password: 'long enough too' })
    const [changed, reset] = emails()
    for (const email of [changed, reset]) {
      expect(email).toMatchObject({ recipient: 'nova@example.org', subject: 'Your password was changed' })
      expect(email?.text_body).toContain(`${origin}/reset\n`)
      expect(email?.text_body).not.toContain('token')
    }
    expect(changed?.text_body).toContain('by somebody who knew the old one')
    expect(reset?.text_body).toContain('with a reset link, which was sent to this address')
    expect(emails()).toHaveLength(2)
  })

  test('is told at most five times an hour', async () => {
    await using svc = await startServer({ clock: 'stands' })
    const cookie = await signUp(svc, 'nova')
    using _verify = spyOn(Bun.password, 'verify').mockResolvedValue(true)
    using _hash = spyOn(Bun.password, 'hash').mockResolvedValue('a hash')
    const toldAfter = async (changes: number) => {
      for (let count = 0; count < changes; count += 1) {
        const answer = await post(svc, 'password/change', { currentPassword: password, password }, cookie)
        expect(answer).toEqual([204, undefined])
      }
      return svc.ctx.db.$client.query("SELECT count(*) FROM mails WHERE kind = 'password-changed'").values().flat()
    }
    expect(await toldAfter(7)).toEqual([5])
    svc.tick(11 * 60_000)
    expect(await toldAfter(1)).toEqual([5])
    svc.tick(2 * 60_000)
    expect(await toldAfter(2)).toEqual([6])
  })
})

describe('One mailbox', () => {
  test.each([
    ['same@example.org', 'ｓａｍｅ@example.org'],
    ['same@example.org', 'SAME@ＥＸＡＭＰＬＥ.org'],
    ['nova@bücher.example', 'nova@xn--bcher-kva.example'],
    ['nova@xn--bcher-kva.example', 'Nova@Bücher.example'],
    ['ﬁne@example.org', 'fine@example.org'],
  ])('is one account: %s and %s', async (email, same) => {
    const svc = await sharedServer()
    expect((await svc.call('POST', '/api/auth/signup', { body: signUpBody('nova', { email }) })).status).toBe(201)
    const again = await svc.call('POST', '/api/auth/signup', { body: signUpBody('ada', { email: same }) })
    expect([again.status, again.json]).toMatchObject([409, { field: 'email' }])
    expect((await logIn(svc, same)).status).toBe(200)
    const token = await askReset(svc, same)
    expect(
      (await svc.call('POST', '/api/auth/password/reset', { body: { token, password: 'long enough' } })).status,
    ).toBe(204)
    expect((await logIn(svc, email, 'long enough')).status).toBe(200)
  })
})
