import { expect } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { breaches, browserTest, openPage, useBrowser } from '../../support/browser.ts'
import { startSmtp } from '../../support/platform/smtp.ts'
import { startProcess, temporaryFolder } from '../../support/process.ts'
import { publishableKey, secretKey, startPayments } from '../../support/test-processor/stripe.ts'

useBrowser()

/** Waits for a question by its heading. */
const asked = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor()

browserTest(
  'from an empty folder to a site with account, email, payments and a nightly backup it is seven forms in the browser of another machine, and nothing is typed in a shell',
  async () => {
    await using smtp = await startSmtp({ user: 'deck' })
    await using bank = startPayments()
    using folder = temporaryFolder()
    const [dataDir, backups] = [join(folder.path, 'site'), join(folder.path, 'backups')]
    // Only where the peers are: there is no Stripe on this machine.
    await using svc = await startProcess({ dataDir, env: { HOST: '0.0.0.0', STRIPE_API_BASE: bank.test.url } })
    while (!svc.printed().includes('╰')) await Bun.sleep(5)
    // The last is by an address of the network, where there is one: no secure context, as at home.
    const [link = ''] =
      svc
        .printed()
        .match(/http\S+\/setup#token=[\w-]+/g)
        ?.slice(-1) ?? []
    const { origin, pathname, hash } = new URL(link)
    await using open = await openPage({ url: origin }, pathname + hash)
    const { page, problems } = open
    const steps: string[] = []
    const press = async (name: string) => {
      steps.push(name)
      await page.getByRole('button', { name, exact: true }).click()
    }
    await page.getByLabel('Name', { exact: true }).fill('Nova')
    await page.getByLabel('Email').fill('nova@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a long quiet evening')
    await press('Create account')

    await asked(page, 'What is your site called?')
    expect(await breaches(page)).toEqual([])
    await page.getByLabel('Name of the site').fill('Quiet Room')
    await press('Save and go on')

    await asked(page, 'Where do people find it?')
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe(origin)
    await press('Check and go on')

    await asked(page, 'How does it send email?')
    const { port } = new URL(smtp.url)
    await page.getByLabel('Encrypted', { exact: true }).selectOption('Only where the server offers it')
    for (const [label, text] of [
      ['Host', '127.0.0.1'],
      ['Port', port],
      ['User', 'deck'],
      ['Password', 'wrong'],
      ['Sender', 'Quiet Room <deck@music.example>'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text)
    // A wrong password is told in the server's words, and can be mended on the spot.
    await page.getByRole('button', { name: 'Save and send me a test email' }).click()
    await page.getByText('The mail server did not take it').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('letmein')
    await press('Save and send me a test email')
    await page.getByText('Look into your mailbox.').waitFor()
    expect(await breaches(page)).toEqual([])
    expect(smtp.received.map(({ to }) => to)).toContainEqual(['nova@example.com'])
    await page.getByRole('link', { name: 'Go on' }).click()

    await asked(page, 'Who runs it, and sells here?')
    await press('Save and go on')
    await page.getByText('Choose your country.').waitFor()
    await page.getByLabel('Country').selectOption('DE')
    await page.getByLabel('Legal name').fill('Quiet Room')
    await page.getByLabel('Postal address').fill('Lindenstraße 12\n10969 Berlin')
    expect(await breaches(page)).toEqual([])
    await press('Save and go on')

    await asked(page, 'How do people pay?')
    await page.getByLabel('Stripe: secret key').fill('sk_test_revoked00000000000000000')
    await page.getByLabel('Stripe: publishable key').fill(publishableKey)
    await page.getByRole('button', { name: 'Check the keys and connect' }).click()
    await page.getByText('it was revoked, or not copied whole').waitFor()
    await page.getByLabel('Stripe: secret key').fill(secretKey)
    await press('Check the keys and connect')
    await page.getByText('keys for tests: no real money moves').waitFor()
    await page.getByRole('button', { name: 'Rehearse' }).waitFor()
    expect(await breaches(page)).toEqual([])
    // Secrets are forgotten at the desk; a box for it that did nothing stood here.
    expect(await page.getByText('Remove it').count()).toBe(0)
    expect((await bank.stripe.webhookEndpoints.list()).data.map(({ url }) => new URL(url).origin)).toContain(origin)
    await page.getByRole('link', { name: 'Go on' }).click()

    await asked(page, 'Who may make an account?')
    await page.getByLabel('Whom I invite').check()
    await press('Save and go on')

    await asked(page, 'Your site is ready')
    await page.getByText('6 of 6 answered').waitFor()
    await page.getByLabel('Where to, each night').fill(backups)
    await press('Back up each night')
    await page.getByRole('heading', { name: 'The last good backup is from today' }).waitFor()
    expect(await breaches(page)).toEqual([])

    // Back at a question: the server is shown but for its password, and another one is tried there.
    await page.getByRole('link', { name: /^Email/ }).click()
    await asked(page, 'How does it send email?')
    expect(await page.getByLabel('Host', { exact: true }).inputValue()).toBe('127.0.0.1')
    expect(await page.content()).not.toContain('letmein')
    await page.getByLabel('Password', { exact: true }).fill('another')
    await page.getByRole('button', { name: 'Save and send me a test email' }).click()
    await page.getByText('The mail server did not take it').waitFor()

    expect(readdirSync(backups)).not.toEqual([])
    expect(steps).toHaveLength(9)
    const home = await (await svc.fetch('/')).text()
    expect(home).toContain('<title>Quiet Room:')
    expect(await (await svc.fetch('/signup')).text()).toContain('Sign-up is by invitation only')
    // The desk's words on the site follow each change without a reload.
    await page.goto(`${origin}/desk`)
    await page.getByText('People join by invitation.').waitFor()
    await page.locator('summary').filter({ hasText: 'Sign-up' }).click()
    const signUp = page.getByRole('form', { name: 'Sign-up' })
    await signUp.getByLabel(/^Nobody/).check()
    await signUp.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Nobody new can create an account.').waitFor()
    const stateOf = (name: string) => page.locator('summary').filter({ hasText: name }).textContent()
    expect(await stateOf('Sign-up')).not.toContain('REGISTRATION')
    expect(await stateOf('Backups')).toMatch(
      /The last good one was made today.*; [\d.]+ [KM]B, restored for a test today\.$/,
    )

    // Browsers say that they leave that header out where a network is plain.
    expect(problems.filter((text) => !/40[09]|503|ERR_|Cross-Origin-Opener-Policy/.test(text))).toEqual([])
  },
)
