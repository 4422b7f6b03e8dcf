import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { join } from 'node:path'
import { browserTest, islandReady, openPage, signIn, useBrowser } from '../../support/browser.ts'
import { until } from '../../support/casset/upload.ts'
import { openDesk, publish } from '../../support/operate/open-desk.ts'
import { startSmtp } from '../../support/platform/smtp.ts'

useBrowser()

browserTest(
  'the desk asks for a mail server in parts, for colour and start page by choosing, as the setup does',
  async () => {
    await using smtp = await startSmtp({ user: 'deck' })
    const { folder, svc, cookie } = await openDesk({ LANGUAGES: 'en, de' })
    using _ = folder
    await using __ = svc
    publish(folder.path)
    const stored = () => {
      using db = new Database(join(folder.path, 'tapedeck.db'), { readonly: true })
      return db.query("SELECT name, value FROM setting_changes WHERE name != 'BASE_URL' ORDER BY id").values()
    }
    await using opened = await openPage(svc, '/login')
    const { page, problems } = opened
    await signIn(page.context(), svc, { cookie })
    await page.goto(`${svc.url}/desk#email`)
    await islandReady(page, 'desk/groups')
    const email = page.getByRole('form', { name: 'Email' })
    const { port } = new URL(smtp.url)
    await email.getByLabel('Encrypted').selectOption('After the greeting (STARTTLS)')
    expect(await email.getByLabel('Port').inputValue()).toBe('587')
    await email.getByLabel('Encrypted').selectOption('Only where the server offers it')
    for (const [label, text] of [
      ['Host', '127.0.0.1'],
      ['Port', port],
      ['User', 'deck'],
      ['Password', 'letmein'],
      ['Sender', 'deck@music.example'],
    ] as const)
      await email.getByLabel(label, { exact: true }).fill(text)
    // The fields are saved first, so that the test tries what they say.
    await email.getByRole('button', { name: 'Send me a test email' }).click()
    await email.getByText('Look into your mailbox.').waitFor()
    expect(smtp.received.some(({ source }) => source.includes('Subject: A test of Tapedeck'))).toBe(true)
    expect(await page.locator('#email').getAttribute('open')).toBe('')
    expect(await email.getByLabel('Password').inputValue()).toBe('')

    await page.reload()
    await islandReady(page, 'desk/groups')
    expect(await page.content()).not.toContain('letmein')
    expect(await email.getByLabel('User').inputValue()).toBe('deck')
    await email.getByRole('button', { name: 'Save' }).click()
    await email.getByText('Nothing was changed.').waitFor()
    await email.getByLabel('Host').fill('mail.example')
    await email.getByRole('button', { name: 'Save' }).click()
    await email.getByText('Write the password again, for this server.').waitFor()

    // Few sites need these: they are in folds, which open by themselves where one is set.
    await page.locator('summary').filter({ hasText: 'Sign-in' }).click()
    const doors = page.getByRole('form', { name: 'Sign-in' })
    expect(await doors.getByLabel('Google: client ID').isVisible()).toBe(false)
    await doors.getByText('Google', { exact: true }).click()
    await doors.getByLabel('Google: client ID').fill('only half of it')
    await doors.getByRole('button', { name: 'Save' }).click()
    await doors.getByText('it is needed with Google: client ID').first().waitFor()

    await page
      .locator('summary')
      .filter({ hasText: /^Site$/ })
      .click()
    const site = page.getByRole('form', { name: 'Site' })
    expect(await site.getByLabel('Deutsch').isDisabled()).toBe(true)
    await site.getByText('Set by the environment, as LANGUAGES: change it there.').waitFor()
    await site.getByLabel('The usual one').fill('#2b7a55')
    await site.getByLabel('Start page').selectOption('nova')
    await site.getByRole('button', { name: 'Save' }).click()
    await site.getByText('Saved. The site runs with it.').waitFor()
    await site.getByText('Back to the usual one').click()
    await site.getByLabel('Start page').selectOption('All artists')
    await site.getByRole('button', { name: 'Save' }).click()
    await page.locator('summary').filter({ hasText: 'Payments' }).click()
    const payments = page.getByRole('form', { name: 'Payments' })
    await payments.getByLabel('Currency of new prices').selectOption('Euro (EUR)')
    await payments.getByRole('button', { name: 'Save' }).click()
    expect(await until(stored, ({ length }) => length === 7)).toEqual([
      ['SMTP_URL', null],
      ['MAIL_FROM', 'deck@music.example'],
      ['SITE_COLOR', '#2b7a55'],
      ['START_PAGE', 'nova'],
      ['SITE_COLOR', null],
      ['START_PAGE', null],
      ['CURRENCY', 'eur'],
    ])
    // The first start asks for it in the same form.
    await page.goto(`${svc.url}/desk/setup?step=payments`)
    const asked = page.getByLabel('Currency of new prices').locator('option:checked')
    expect(await asked.textContent()).toBe('Euro (EUR)')
    // The refusal of half a way to sign in.
    expect(problems.filter((text) => !text.includes('status of 400'))).toEqual([])
  },
)
