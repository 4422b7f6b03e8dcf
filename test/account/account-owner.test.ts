import { describe, expect, test } from 'bun:test'
import { makeOwner, ownershipText } from '../../src/account/owner/make-owner.ts'
import { issueSetupLink } from '../../src/account/owner/setup-token.ts'
import { rowsOf, signUp, signUpBody } from '../support/account/account.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'

const sharedServer = shareNames()

const owners = (svc: TestServer) => svc.ctx.db.$client.query("SELECT email FROM users WHERE role = 'owner'").all()

const claim = async (svc: TestServer, token: string, cookie?: string) => {
  const answer = await svc.call('POST', '/api/auth/setup', { body: { token }, cookie })
  return [answer.status, answer.json]
}

const tokenOf = (link = '') => link.split('#token=')[1] ?? ''

describe('The owner of an instance', () => {
  test('is nobody by signing up first, and whoever the command names', async () => {
    const svc = await sharedServer()
    await signUp(svc, 'nova')
    await signUp(svc, 'ada')
    expect(owners(svc)).toEqual([])
    const made = makeOwner(svc.ctx, 'NOVA@example.org')
    expect(made).toEqual({ email: 'nova@example.org', previous: null, changed: true })
    expect(ownershipText(made)).toBe('nova@example.org is the owner now.')
    expect(owners(svc)).toEqual([{ email: 'nova@example.org' }])
  })

  test('alone reads the command that changes an address where no mail is sent', async () => {
    const svc = await sharedServer()
    const [nova, ada] = [await signUp(svc, 'nova'), await signUp(svc, 'ada')]
    makeOwner(svc.ctx, 'nova@example.org')
    const read = async (cookie: string) => (await svc.call('GET', '/account', { cookie })).text
    expect(await read(nova)).toContain('tapedeck email nova@example.org NEW-EMAIL')
    expect(await read(ada)).toContain('Ask the site’s owner to change it.')
    expect(await read(ada)).not.toContain('tapedeck email')
  })

  test('is handed over openly: exactly one, and the former is named', async () => {
    const svc = await sharedServer()
    await signUp(svc, 'nova')
    await signUp(svc, 'ada')
    makeOwner(svc.ctx, 'nova@example.org')
    const handed = makeOwner(svc.ctx, 'ada@example.org')
    expect(handed).toEqual({ email: 'ada@example.org', previous: 'nova@example.org', changed: true })
    expect(ownershipText(handed)).toBe(
      'ada@example.org is the owner now. nova@example.org was the owner before, and keeps an ordinary account.',
    )
    const again = makeOwner(svc.ctx, 'ada@example.org')
    expect(ownershipText(again)).toBe('ada@example.org is already the owner.')
    expect(owners(svc)).toEqual([{ email: 'ada@example.org' }])
  })

  test.each(['closed', 'invite'])(
    'is whoever signs up by the set-up link, also where registration is %s',
    async (registration) => {
      await using svc = await startServer({ env: { REGISTRATION: registration } })
      const setup = tokenOf(issueSetupLink(svc.ctx))
      const body = signUpBody('nova')
      const wrong = await svc.call('POST', '/api/auth/signup', { body: { ...body, setup: `${setup}x` } })
      expect([wrong.status, rowsOf(svc, 'users')]).toEqual([403, []])
      expect((await svc.call('GET', '/signup?next=/setup')).text).toContain('name="displayName"')
      expect((await svc.call('GET', '/signup')).text).not.toContain('name="displayName"')
      const right = await svc.call('POST', '/api/auth/signup', { body: { ...body, setup } })
      expect(right.status).toBe(201)
      expect(owners(svc)).toEqual([{ email: body.email }])
      const late = await svc.call('POST', '/api/auth/signup', { body: { ...signUpBody('ada'), setup } })
      expect(late.status).toBe(403)
    },
  )

  test('cannot be somebody without an account', async () => {
    const svc = await sharedServer()
    await signUp(svc, 'nova')
    makeOwner(svc.ctx, 'nova@example.org')
    expect(() => makeOwner(svc.ctx, 'nobody@example.org')).toThrow(
      'There is no account with the email address "nobody@example.org".',
    )
    expect(owners(svc)).toEqual([{ email: 'nova@example.org' }])
  })
})

describe('The set-up link', () => {
  test('makes whoever opens it signed in the owner, once', async () => {
    await using svc = await startServer()
    const link = issueSetupLink(svc.ctx)
    expect(link).toMatch(/^http:\/\/localhost:\d+\/setup#token=[\w-]{43}$/)
    expect(JSON.stringify(rowsOf(svc, 'setup_tokens'))).not.toContain(tokenOf(link))
    const nova = await signUp(svc, 'nova')
    const ada = await signUp(svc, 'ada')
    expect(await claim(svc, tokenOf(link))).toEqual([
      401,
      { error: 'You are not signed in. Sign in, then try again.', code: 'UNAUTHENTICATED' },
    ])
    expect(await claim(svc, 'guessed', nova)).toEqual([
      400,
      {
        error: 'This link no longer works.',
        code: 'VALIDATION',
        field: 'token',
        hint: 'The program prints a new one each time it starts.',
      },
    ])
    expect(owners(svc)).toEqual([])
    expect(await claim(svc, tokenOf(link), nova)).toEqual([204, undefined])
    const owned = [409, { error: 'This site already has an owner.', code: 'BAD_STATE' }]
    expect(await claim(svc, tokenOf(link), ada)).toEqual(owned)
    expect(owners(svc)).toEqual([{ email: 'nova@example.org' }])
    expect(rowsOf(svc, 'setup_tokens')).toEqual([])
  })

  test('is a new one at each start while nobody owns the instance, and none afterwards', async () => {
    await using svc = await startServer()
    const nova = await signUp(svc, 'nova')
    const first = tokenOf(issueSetupLink(svc.ctx))
    const second = tokenOf(issueSetupLink(svc.ctx))
    expect((await claim(svc, first, nova))[0]).toBe(400)
    expect((await claim(svc, second, nova))[0]).toBe(204)
    expect(issueSetupLink(svc.ctx)).toBeUndefined()
  })

  test('stops working when the command has made an owner', async () => {
    const svc = await sharedServer()
    const link = issueSetupLink(svc.ctx)
    await signUp(svc, 'nova')
    const ada = await signUp(svc, 'ada')
    makeOwner(svc.ctx, 'nova@example.org')
    expect((await claim(svc, tokenOf(link), ada))[0]).toBe(409)
    expect(owners(svc)).toEqual([{ email: 'nova@example.org' }])
  })
})
