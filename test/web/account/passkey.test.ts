import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { users } from '../../../db/schema/account/account.ts'
import { passkeys, recoveryCodes } from '../../../db/schema/account/passkey.ts'
import { sessions } from '../../../db/schema/account/session.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import { password, signUp } from '../../support/account/account.ts'
import { askReset, lastToken } from '../../support/account/reset.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { startSmtp } from '../../support/platform/smtp.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { withAuthenticator } from '../../support/web/authenticator.ts'
import { cast } from '../../support/world.ts'

useBrowser()

const word = (json: unknown, key: string) => String(Reflect.get(Object(json), key))

/** Begins a sign-in by passkey and lets the page's authenticator sign it. */
async function proofFor(svc: TestServer, page: Page, challenge?: string) {
  svc.tick(12_000)
  const { json } = await svc.call('POST', '/api/auth/passkeys/sign-in/challenge')
  const signed = challenge ?? word(json, 'challenge')
  const proof = await page.evaluate(async (asked) => {
    const bytes = (text: string) => Uint8Array.fromBase64(text, { alphabet: 'base64url' })
    const text = (buffer: ArrayBuffer) => new Uint8Array(buffer).toBase64({ alphabet: 'base64url', omitPadding: true })
    const found = await navigator.credentials.get({
      publicKey: { challenge: bytes(asked), rpId: 'localhost', userVerification: 'required' },
    })
    if (!(found instanceof PublicKeyCredential) || !(found.response instanceof AuthenticatorAssertionResponse))
      return null
    const { clientDataJSON, authenticatorData, signature } = found.response
    return {
      id: found.id,
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
    }
  }, signed)
  if (!proof) throw new Error('The authenticator signed nothing.')
  return { step: word(json, 'step'), proof }
}

browserTest('a passkey is a second way in, and a second step where the account asks for it', async () => {
  await using svc = await startServer()
  const { ctx } = svc
  const site = { url: ctx.site.origin }
  await signUp(svc, 'nova')
  const ada = cast(ctx, 'ada')
  await using open = await openPage(site, '/login')
  const { page, problems } = open
  await withAuthenticator(page)
  const signIn = async () => {
    await islandReady(page, 'auth/log-in')
    await page.getByLabel('Email').fill('nova@example.org')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  const signOut = async () => {
    svc.tick(12_000)
    await page.context().clearCookies()
    await page.goto(`${site.url}/login`)
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await signIn()
  await page.waitForURL(`${site.url}/studio`)
  await page.goto(`${site.url}/account`)
  await islandReady(page, 'account/passkeys')
  await press('Add a passkey')
  await page.getByRole('button', { name: 'Remove the passkey' }).waitFor()
  // The same authenticator makes no second one for the same account.
  await press('Add a passkey')
  await page.getByText('This device already has a passkey for your account.').waitFor()
  expect(ctx.db.select().from(passkeys).all()).toMatchObject([{ usedAt: null }])

  // A second way in, without a password.
  await signOut()
  await islandReady(page, 'auth/log-in')
  await press('Use a passkey')
  await page.waitForURL(`${site.url}/studio`)
  expect(ctx.db.select().from(passkeys).get()?.usedAt).not.toBeNull()

  // The signed answer works once, for this challenge and this site.
  const used = await proofFor(svc, page)
  const send = (body: object) => {
    svc.tick(12_000)
    return svc.call('POST', '/api/auth/passkeys/sign-in', { body })
  }
  const [first, again] = [await send(used), await send(used)]
  expect([first.status, again.status]).toEqual([200, 409])
  const stale = await proofFor(svc, page)
  const fresh = await proofFor(svc, page)
  expect((await send({ step: fresh.step, proof: stale.proof })).status).toBe(401)
  const forged = { ...fresh.proof, signature: Buffer.from('forged').toString('base64url') }
  expect((await send({ step: fresh.step, proof: forged })).status).toBe(401)
  expect((await send({ step: fresh.step, proof: { ...fresh.proof, id: 'unknown' } })).status).toBe(401)
  const elsewhere = Buffer.from(fresh.proof.clientDataJSON, 'base64url')
    .toString()
    .replace(site.url, 'https://evil.example')
  const phished = { ...fresh.proof, clientDataJSON: Buffer.from(elsewhere).toString('base64url') }
  expect((await send({ step: fresh.step, proof: phished })).status).toBe(401)

  // A second step, and recovery codes in place of the passkey.
  await page.goto(`${site.url}/account`)
  await islandReady(page, 'account/passkeys')
  await press('Always ask for it')
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  const codes = await page.locator('.recovery li').allTextContents()
  expect(codes.length).toBe(10)
  const stored = ctx.db.select().from(recoveryCodes).all()
  expect(stored.length).toBe(10)
  expect(JSON.stringify(stored)).not.toContain(codes[0] ?? 'x')
  expect(await breaches(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove the passkey' }).click()
  await press('Remove it')
  await page.getByText('Signing in asks for this passkey.').waitFor()
  await signOut()
  await signIn()
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  expect(await breaches(page)).toEqual([])
  await press('Use your passkey')
  await page.waitForURL(`${site.url}/studio`)
  await signOut()
  await signIn()
  await page.getByLabel('Or a recovery code').fill('0000-0000-0000-0000')
  await press('Use the code')
  await page.getByText('This recovery code does not work.').waitFor()
  expect(await page.locator('#toast').textContent()).toBe('')
  await page.getByLabel('Or a recovery code').fill((codes[0] ?? '').toLowerCase())
  await press('Use the code')
  await page.waitForURL(`${site.url}/studio`)
  expect(ctx.db.select().from(recoveryCodes).all().length).toBe(9)

  // Neither the password, nor another account's passkey or code, gets past the second step.
  const logIn = async () =>
    word(
      (await svc.call('POST', '/api/auth/login', { body: { email: 'nova@example.org', password } })).json,
      'secondStep',
    )
  const finish = (body: object) => {
    svc.tick(12_000)
    return svc.call('POST', '/api/auth/second-step', { body })
  }
  const before = ctx.db.select().from(sessions).all().length
  const step = await logIn()
  expect(step).toMatch(/^[\w-]{43}$/)
  expect((await finish({ step })).status).toBe(401)
  expect((await finish({ step, recoveryCode: codes[0] })).status).toBe(401)
  expect((await finish({ step: 'x', recoveryCode: codes[1] })).status).toBe(409)
  ctx.db.update(passkeys).set({ userId: ada.userId }).run()
  const asked = await svc.call('POST', '/api/auth/second-step/challenge', { body: { step } })
  const { proof } = await proofFor(svc, page, word(asked.json, 'challenge'))
  const theirs = await finish({ step, proof })
  expect([theirs.status, word(theirs.json, 'error')]).toEqual([401, 'This passkey could not be used.'])
  ctx.db.update(recoveryCodes).set({ userId: ada.userId }).run()
  expect((await finish({ step, recoveryCode: codes[1] })).status).toBe(401)
  expect(ctx.db.select().from(sessions).all().length).toBe(before)
  svc.tick(11 * 60_000)
  expect((await finish({ step, recoveryCode: codes[1] })).status).toBe(409)

  // Ways in are added and removed shortly after signing in only, and the owner is told by email.
  svc.tick(20 * 60_000)
  const { cookie } = ada
  for (const [method, path] of [
    ['POST', 'passkeys/challenge'],
    ['POST', 'second-factor'],
    ['DELETE', 'second-factor'],
  ] as const)
    expect((await svc.call(method, `/api/auth/${path}`, { cookie })).status).toBe(409)
  expect(ctx.db.select().from(mails).where(eq(mails.kind, 'sign-in-changed')).all().length).toBe(2)
  expect(ctx.db.select().from(users).where(eq(users.secondFactor, true)).all().length).toBe(1)
  expect(problems.filter((each) => !/40[19]/.test(each))).toEqual([])
})

browserTest(
  'a passkey resets a password where the account asks for it, and changes the address where it is the only way in',
  async () => {
    await using smtp = await startSmtp()
    // A link in an email is taken: the test reads them from the outbox before.
    smtp.answer = { code: 451, message: 'Later.' }
    await using svc = await startServer({ env: smtp.env })
    const { ctx } = svc
    const { db } = ctx
    const site = { url: ctx.site.origin }
    const cookie = await signUp(svc, 'nova')
    db.update(users).set({ emailVerifiedAt: 1 }).run()
    const [name = '', value = ''] = cookie.split('=')
    await using open = await openPage(site, '/login')
    const { page, problems } = open
    await withAuthenticator(page)
    await page.context().addCookies([{ name, value, url: site.url }])
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.goto(`${site.url}/account`)
    await islandReady(page, 'account/passkeys')
    await press('Add a passkey')
    await page.getByRole('button', { name: 'Remove the passkey' }).waitFor()
    await press('Always ask for it')
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()

    // Reset: the link alone changes nothing, the passkey behind it does, and a used one is refused.
    const before = db.select().from(users).get()?.passwordHash
    const wanted = 'a kettle under seven moons'
    await page.goto(`${site.url}/reset#token=${await askReset(svc, 'nova@example.org')}`)
    await islandReady(page, 'auth/reset')
    await page.getByLabel('New password', { exact: true }).fill(wanted)
    await press('Save password')
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    expect(db.select().from(users).get()?.passwordHash).toBe(before ?? null)
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/password/reset'),
    )
    await press('Use your passkey')
    const body: unknown = (await sent).postDataJSON()
    await page.getByText('Your new password is saved.').waitFor()
    expect(db.select().from(sessions).all()).toEqual([])
    expect(db.select().from(users).get()?.passwordHash).not.toBe(before ?? null)
    const again = await askReset(svc, 'nova@example.org')
    const repeated = await svc.call('POST', '/api/auth/password/reset', { body: { ...Object(body), token: again } })
    expect(repeated.status).toBe(409)

    // The new password and the passkey sign in; then the passkey is the only way in, and the
    // sign-in is long ago.
    await page.goto(`${site.url}/login`)
    await islandReady(page, 'auth/log-in')
    await page.getByLabel('Email').fill('nova@example.org')
    await page.getByLabel('Password', { exact: true }).fill(wanted)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await press('Use your passkey')
    await page.waitForURL(`${site.url}/studio`)
    db.update(users).set({ passwordHash: null }).run()
    svc.tick(20 * 60_000)
    await page.goto(`${site.url}/account`)
    await islandReady(page, 'account/email')
    await page.locator('c-island[data-name="account/email"] summary').click()
    const askFor = async (email: string) => {
      await page.getByLabel('New email').fill(email)
      await press('Send the link')
    }
    // Nobody unlocks it: nothing is asked for.
    await page.evaluate(() => {
      Reflect.set(navigator.credentials, 'get', () => Promise.reject(new DOMException('', 'NotAllowedError')))
    })
    await askFor('nova@elsewhere.example')
    await page.getByText('No passkey was used. Try again.').waitFor()
    expect(lastToken(svc, 'change-email')).toBe('')
    await page.reload()
    await islandReady(page, 'account/email')
    await page.locator('c-island[data-name="account/email"] summary').click()
    await askFor('nova@elsewhere.example')
    await page.getByText('Open the link that we sent to').waitFor()
    await page.goto(`${site.url}/account/email#token=${lastToken(svc, 'change-email')}`)
    await press('Use this address')
    await page.getByText('This is your email address now').waitFor()
    expect(db.select().from(users).get()).toMatchObject({ email: 'nova@elsewhere.example', passwordHash: null })
    expect(problems.filter((each) => !/409/.test(each))).toEqual([])
  },
)
