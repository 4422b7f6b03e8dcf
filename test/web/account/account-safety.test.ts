import { expect } from 'bun:test'
import { artists, users } from '../../../db/schema/account/account.ts'
import { sessions } from '../../../db/schema/account/session.ts'
import { passwordsOf } from '../../../src/account/password/password.ts'
import { recordActivity } from '../../../src/platform/security/activity.ts'
import { logIn, password, signUp } from '../../support/account/account.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { packedFiles } from '../../support/casset/download.ts'
import { startServer } from '../../support/server.ts'
import { said } from '../../support/web/said.ts'
import { cast, world } from '../../support/world.ts'

useBrowser()

browserTest('a new password is judged while it is written, by what is known of its owner too', async () => {
  await using svc = await startServer()
  await using open = await openPage(svc, '/signup?as=artist')
  const { page, problems } = open
  await islandReady(page, 'auth/sign-up')
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(response.url()))
  const field = page.getByLabel('Password', { exact: true })
  const says = (text: string) => said(page, text)
  await page.getByLabel('Name').fill('Nova Dawn')
  await page.getByLabel('Email').fill('mara@example.org')
  await page.getByText('is available.').waitFor()
  const keyAt = async () => (await page.getByRole('button', { name: 'Create account' }).boundingBox())?.y
  const before = await keyAt()
  // Speaking that loads a script, too.
  await page.locator('[data-said*="is available."]').waitFor({ state: 'attached' })
  const scripts = () => loaded.filter((url) => url.endsWith('.js'))
  const spoken = scripts().length
  await field.fill('password12')
  await says('Too easy to guess: it is one that everybody tries first.')
  expect(scripts()).toHaveLength(spoken + 1)
  await field.fill('aaaaaaaaaaaaaaaa')
  await says('Too easy to guess: it repeats itself or runs along the keyboard.')
  await field.fill('Nova-Dawn 2024')
  await says('Too easy to guess: it is little more than a name or address.')
  expect(await keyAt()).toBe(before)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('This password is too easy to guess. It is little more').waitFor()
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await field.getAttribute('maxlength')).toBeNull()
  // All at once, as a paste or a password manager does.
  await field.fill('')
  await page.evaluate('document.querySelector("[name=password]").focus()')
  await page.keyboard.insertText('kettle on the hob')
  await says('Strong.')
  expect(await breaches(page)).toEqual([])
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${svc.url}/studio`)
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([])
})

browserTest('the account shows what happened to it lately and its last devices, and more on request', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const own = svc.ctx.db.select().from(sessions).all()
  for (const each of own.flatMap((row) => Array.from({ length: 6 }, () => row))) {
    const [id, tokenHash] = [svc.ctx.uuid(), svc.ctx.uuid()]
    svc.ctx.db
      .insert(sessions)
      .values({ ...each, id, tokenHash })
      .run()
  }
  for (const what of ['signed_up', 'signed_in', 'signed_out', 'reset_asked', 'reset_done', 'signed_in'] as const) {
    recordActivity(svc.ctx, { userId: nova.userId, what, address: '203.0.113.7', userAgent: '<b>curl</b>' })
  }
  for (let count = 0; count < 3; count += 1) {
    recordActivity(svc.ctx, {
      userId: nova.userId,
      what: 'sign_in_failed',
      address: '198.51.100.7',
      userAgent: 'curl/8',
    })
  }
  await using open = await openPage(svc, '/account', { as: nova })
  const { page, problems } = open
  const section = page.getByRole('region', { name: 'Recent activity' })
  expect(await section.getByRole('listitem').count()).toBe(5)
  expect(await section.getByRole('listitem').first().textContent()).toMatch(
    /^Sign-in failed, 3 times.*curl\/8 · 198\.51\.100\.x$/,
  )
  await section.scrollIntoViewIfNeeded()
  await islandReady(page, 'account/activity')
  await section.getByRole('button', { name: 'Show more' }).click()
  await section.getByText('Signed up').waitFor()
  expect(await section.getByRole('listitem').count()).toBe(7)
  expect(await section.getByRole('button', { name: 'Show more' }).count()).toBe(0)
  expect(await section.locator('b b').count()).toBe(0)
  const devices = page.getByRole('region', { name: 'Devices' })
  expect(await devices.getByRole('listitem').count()).toBe(5)
  await devices.scrollIntoViewIfNeeded()
  await islandReady(page, 'account/sessions')
  await devices.getByRole('button', { name: 'Show more' }).click()
  await devices.getByRole('listitem').nth(6).waitFor()
  expect(problems).toEqual([])
})

browserTest(
  'a copy of own data is packed once its owner shows again that it is them, downloaded, and told in the recent activity',
  async () => {
    await using svc = await startServer()
    const { nova } = await world(svc)
    svc.ctx.db
      .update(users)
      .set({ passwordHash: await passwordsOf(svc.ctx).hash(password) })
      .run()
    svc.tick(16 * 60_000)
    await using open = await openPage(svc, '/account', { as: nova })
    const { page, problems } = open
    await islandReady(page, 'account/export')
    const section = page.getByRole('region', { name: 'Your data' })
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    const pack = () => section.getByRole('button', { name: 'Export my data' }).click()
    await pack()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await section.getByText('For this you must have signed in a moment ago.').waitFor()
    await pack()
    await dialog.getByLabel('Your password', { exact: true }).fill('not the right one')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('This is not your password.').waitFor()
    expect(await breaches(page)).toEqual([])
    await dialog.getByLabel('Your password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const link = section.getByRole('link', { name: 'Download your data' })
    await link.waitFor()
    await section.getByText(/^Ready: .*, here until /).waitFor()
    await section.getByRole('button', { name: 'Pack it again' }).waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(/^nova data \d{4}-\d\d-\d\d\.zip$/)
    const names = [...packedFiles(Buffer.from(await Bun.file(await download.path()).bytes())).keys()]
    expect(names.filter((name) => /account\.json$/.test(name))).toHaveLength(1)
    await page.reload()
    const activity = page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem')
    expect((await activity.locator('b').allTextContents()).sort()).toEqual([
      'A copy of your data was asked for',
      'A copy of your data was downloaded',
      'The password or passkey was wrong',
    ])
    expect(problems.filter((problem) => !/40[09]/.test(problem))).toEqual([])
  },
)

browserTest('too many tries are told with the way out', async () => {
  await using svc = await startServer()
  await signUp(svc, 'nova')
  for (let count = 0; count < 5; count += 1) await logIn(svc, 'nova@example.org', 'not this one')
  await using open = await openPage(svc, '/login')
  const { page } = open
  await islandReady(page, 'auth/log-in')
  await page.getByLabel('Email').fill('nova@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page
    .locator('.problem')
    .getByText(/^Too many attempts\. Wait \d+ seconds?, or reset your password by email\.$/)
    .waitFor()
})

browserTest('somebody whose session has ended is told what to do, and keeps what was written', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { makesMusic: false, published: false })
  await using open = await openPage(svc, '/account', { as: nova })
  const { page } = open
  await islandReady(page, 'account/profile')
  const ended = svc.ctx.db.delete(sessions).returning().get()
  await page.getByLabel('Bio').fill('Recorded on the kitchen table.')
  await page.getByLabel('Location').focus()
  await page.getByText('You were signed out. What you wrote stays here.').waitFor()
  const way = page.getByRole('link', { name: 'Sign in in a new tab' })
  expect([await way.getAttribute('href'), await way.getAttribute('target')]).toEqual(['/login', '_blank'])
  expect(await page.getByLabel('Bio').inputValue()).toBe('Recorded on the kitchen table.')
  if (ended) svc.ctx.db.insert(sessions).values(ended).run()
  await page.getByLabel('Location').fill('Lower Reservoir')
  await page.getByLabel('Pronouns').focus()
  await said(page, 'Saved')
  const { bio, location } = svc.ctx.db.select().from(artists).get() ?? {}
  expect([bio, location]).toEqual(['Recorded on the kitchen table.', 'Lower Reservoir'])
})
