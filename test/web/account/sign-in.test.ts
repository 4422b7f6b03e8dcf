import { describe, expect, test } from 'bun:test'
import { users } from '../../../db/schema/account/account.ts'
import { sameOriginPath } from '../../../src/lib/address/same-origin-path.ts'
import { logIn, password, rowsOf, signUp } from '../../support/account/account.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { until } from '../../support/casset/upload.ts'
import { readEmail, type SmtpPeer, startSmtp } from '../../support/platform/smtp.ts'
import { startServer } from '../../support/server.ts'
import { said } from '../../support/web/said.ts'
import { cast } from '../../support/world.ts'

useBrowser()

describe('where a visitor goes after signing in', () => {
  test.each([
    ['/studio', '/studio'],
    ['/@nova?tab=1#words', '/@nova?tab=1#words'],
    ['/a/../account', '/account'],
  ])('%p is ours', (raw, path) => {
    expect(sameOriginPath(raw, '/studio')).toBe(path)
  })

  test.each([
    undefined,
    '',
    'studio',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    '/.//elsewhere.example',
    '/a/..//elsewhere.example',
    '/.\\/elsewhere.example',
    'https://elsewhere.example/',
    'javascript:alert(1)',
    ' //elsewhere.example',
  ])('%p is not, and the studio is shown instead', (raw) => {
    expect(sameOriginPath(raw, '/fallback')).toBe('/fallback')
  })
})

/** The token of the newest email with a subject. */
async function emailedToken(smtp: SmtpPeer, subject: string): Promise<string> {
  const email = await until(
    () => smtp.received.map(readEmail).findLast((mail) => mail.subject === subject),
    (found) => found !== undefined,
  )
  return email?.token ?? ''
}

browserTest(
  'a wrong password is told apart from nothing, and the right one leads on to where the visitor was',
  async () => {
    await using svc = await startServer()
    await signUp(svc, 'nova')
    await using open = await openPage(svc, '/login?next=/account')
    const { page, problems } = open
    await islandReady(page, 'auth/log-in')
    expect(await page.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByLabel('Email').press('Enter')
    await page.locator('.problem').getByText('Enter your email address.').waitFor()
    await said(page, 'Enter your email address.')
    expect(await page.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByLabel('Email').fill('nova@example.org')
    await page.getByLabel('Password', { exact: true }).fill('not this one, no')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('.problem').getByText('The email address or the password is wrong.').waitFor()
    await said(page, 'The email address or the password is wrong.')
    await page.getByRole('button', { name: 'Show: Password' }).click()
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await page.waitForURL(`${svc.url}/account`)
    await page.getByText('this browser').waitFor()
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
  },
)

browserTest('password rules are told before they are broken, and a taken handle is told at its field', async () => {
  await using svc = await startServer()
  await signUp(svc, 'nova')
  await using open = await openPage(svc, '/signup?as=artist')
  const { page } = open
  await islandReady(page, 'auth/sign-up')
  await page.getByText('10 characters or more; a few words in a row are fine.').waitFor()
  await page.getByRole('button', { name: 'Create account' }).click()
  const problems = page.locator('.problem:not(:empty)')
  expect(await problems.allTextContents()).toEqual([
    'Enter a name.',
    'Enter a valid email address.',
    'A password needs at least 10 characters: 10 more.',
    'Use 3 to 30 lowercase letters, digits, _ or -.',
  ])
  expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username')
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('autocomplete')).toBe('new-password')
  await page.getByLabel('Name').fill('Nóva')
  expect(await page.getByLabel('Handle').inputValue()).toBe('nova')
  await page.getByText('is taken. Try another.').waitFor()
  expect(await problems.count()).toBe(2)
  await page.getByLabel('Email').fill('other@example.org')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('A password needs at least 10 characters: 5 more.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('long enough now')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('This handle is taken. Choose another one.').waitFor()
  expect(await page.getByLabel('Handle').evaluate((field) => field === document.activeElement)).toBe(true)
  expect(rowsOf(svc, 'users')).toHaveLength(1)
})

test('a signed-in visitor of the way in goes on, but never to another site', async () => {
  await using svc = await startServer()
  const { cookie } = cast(svc.ctx, 'nova')
  const led = async (path: string) => {
    const { status, headers } = await svc.call('GET', path, { cookie })
    return [status, headers.get('location'), headers.get('cache-control')]
  }
  expect(await led('/login')).toEqual([303, '/start', 'private, no-store'])
  expect(await led('/signup?next=/@nova')).toEqual([303, '/@nova', 'private, no-store'])
  expect(await led('/login?next=//elsewhere.example')).toEqual([303, '/start', 'private, no-store'])
  expect(await led('/login?next=https://elsewhere.example')).toEqual([303, '/start', 'private, no-store'])
})

test('sign-up says so where it is not open', async () => {
  await using svc = await startServer({ env: { REGISTRATION: 'invite' } })
  const { status, text } = await svc.call('GET', '/signup')
  expect(status).toBe(200)
  expect(text).toContain('Sign-up is by invitation only')
  expect(text.slice(text.indexOf('<main'), text.indexOf('</main>'))).not.toContain('<form')
})

test('pages lead to sign-up only where anybody may join, and whoever makes the site theirs', async () => {
  const leading = async (registration: string) => {
    await using svc = await startServer({ env: { REGISTRATION: registration } })
    const pages = await Promise.all(['/', '/login', '/login?next=/setup'].map((path) => svc.call('GET', path)))
    return pages.map(({ text }) => text.split('href="/signup').length - 1)
  }
  expect(await leading('open')).toEqual([3, 2, 2])
  expect(await leading('invite')).toEqual([0, 0, 1])
})

browserTest('the email’s link sets a new password once, and stays in no address bar', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  await signUp(svc, 'nova')
  await using open = await openPage(svc, '/reset')
  const { page } = open
  await islandReady(page, 'auth/reset')
  await page.getByLabel('Email').fill('nova@example.org')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Check your inbox.').waitFor()
  const token = await emailedToken(smtp, 'Reset your password')
  await page.goto(`${svc.url}/reset#token=${token}`)
  await page.getByLabel('New password', { exact: true }).fill('a brand new password')
  expect(page.url()).toBe(`${svc.url}/reset`)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('Your new password is saved.').waitFor()
  expect((await logIn(svc, 'nova@example.org', 'a brand new password')).status).toBe(200)
  await page.goto(`${svc.url}/reset#token=${token}`)
  await page.getByLabel('New password', { exact: true }).fill('another new password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('This link no longer works.').waitFor()
})

browserTest('the email’s link confirms the address, and says when it is no longer good', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  await signUp(svc, 'nova')
  const token = await emailedToken(smtp, 'Confirm your email address')
  await using open = await openPage(svc, `/account/verify#token=${token}`)
  const { page } = open
  const key = page.getByRole('button', { name: 'Confirm the address' })
  await key.waitFor()
  // A scanner of emails opens links too, and runs their scripts.
  expect(svc.ctx.db.select().from(users).get()?.emailVerifiedAt).toBeNull()
  await key.click()
  await page.getByText('Confirmed.').waitFor()
  expect(page.url()).toBe(`${svc.url}/account/verify`)
  expect(svc.ctx.db.select().from(users).get()?.emailVerifiedAt).toBeNumber()
  await page.goto(`${svc.url}/account/verify#token=${token}`)
  await key.click()
  await page.getByText('This link no longer works.').waitFor()
})

browserTest('the printed link makes its opener the owner, through signing in', async () => {
  await using svc = await startServer()
  await signUp(svc, 'nova')
  const { issueSetupLink } = await import('../../../src/account/owner/setup-token.ts')
  const link = new URL(issueSetupLink(svc.ctx) ?? '')
  await using open = await openPage(svc, link.pathname + link.hash)
  const { page } = open
  await islandReady(page, 'auth/set-up')
  expect(page.url()).toBe(`${svc.url}/setup`)
  await page.locator('main').getByRole('link', { name: 'Sign in' }).click()
  await islandReady(page, 'auth/log-in')
  await page.getByLabel('Email').fill('nova@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${svc.url}/setup`)
  await page.getByRole('button', { name: 'Make me the owner' }).click()
  await page.waitForURL(`${svc.url}/desk/setup`)
  expect(svc.ctx.db.select().from(users).get()?.role).toBe('owner')
})

browserTest('the printed link makes whoever signs up by it the owner in one step', async () => {
  await using svc = await startServer()
  const { issueSetupLink } = await import('../../../src/account/owner/setup-token.ts')
  const link = new URL(issueSetupLink(svc.ctx) ?? '')
  await using open = await openPage(svc, link.pathname + link.hash)
  const { page } = open
  await islandReady(page, 'auth/set-up')
  await page.getByLabel('Name').fill('Nova')
  await page.getByLabel('Email').fill('nova@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${svc.url}/desk/setup`)
  expect(svc.ctx.db.select().from(users).get()?.role).toBe('owner')
})

browserTest('another browser is signed out from the account, a changed password signs out the rest', async () => {
  await using svc = await startServer()
  await signUp(svc, 'nova')
  const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1' }
  const agents = [phone, { 'user-agent': 'curl/8' }]
  for (const headers of agents) await logIn(svc, 'nova@example.org', password, headers)
  await using open = await openPage(svc, '/login?next=/account')
  const { page, problems } = open
  await islandReady(page, 'auth/log-in')
  await page.getByLabel('Email').fill('nova@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await islandReady(page, 'account/sessions')
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  const signedIn = page.getByRole('region', { name: 'Signed-in browsers' })
  await signedIn.getByRole('listitem').filter({ hasText: 'iPhone' }).waitFor({ state: 'detached' })
  expect(rowsOf(svc, 'sessions')).toHaveLength(3)
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await page.getByLabel('New password', { exact: true }).fill('a brand new password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Changed. All other browsers are signed out.').waitFor()
  expect(rowsOf(svc, 'sessions')).toHaveLength(1)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(`${svc.url}/`)
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  expect(rowsOf(svc, 'sessions')).toEqual([])
  expect(problems).toEqual([])
})

browserTest(
  'a link to the studio leads to the way in, loaded in full, once the session has ended elsewhere',
  async () => {
    await using svc = await startServer()
    const nova = cast(svc.ctx, 'nova')
    await using open = await openPage(svc, '/', { as: nova })
    const { page } = open
    await islandReady(page, 'auth/sign-out')
    svc.ctx.db.$client.run('DELETE FROM sessions')
    await page.getByRole('link', { name: 'Studio' }).click()
    await page.waitForURL(`${svc.url}/login?next=%2Fstudio`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  },
)

browserTest('the way in and the account pass axe by day and by night, on a phone too', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { makesMusic: false, published: false })
  await using artist = await openPage(svc, '/account', { viewport: { width: 390, height: 844 }, as: nova })
  await islandReady(artist.page, 'account/profile')
  await artist.page.getByRole('button', { name: 'Add a link' }).click()
  const found = await breaches(artist.page, 'by day and night')
  await using stranger = await openPage(svc, '/setup')
  for (const path of ['/setup', '/signup', '/reset', '/login']) {
    if (path !== '/setup') await stranger.page.goto(svc.url + path)
    found.push(...(await breaches(stranger.page, 'by day and night')))
  }
  expect([found, artist.problems, stranger.problems]).toEqual([[], [], []])
})
