import { expect, test } from 'bun:test'
import { letterReaders } from '../../db/schema/audience/letter.ts'
import { nobodysToken, tokenOf } from '../../src/audience/letter/send/reader-token.ts'
import { rowsOf } from '../support/account/account.ts'
import { confirmAddresses } from '../support/audience/letter.ts'
import { optInKey } from '../support/audience/opt-in.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

useBrowser()

browserTest(
  'the links in emails that ask and that end work in a browser, whose plain form says where it is from',
  async () => {
    await using svc = await startServer()
    const { nova } = await world(svc)
    await using open = await openPage(svc, `/mailing-list?key=${optInKey(svc.ctx, nova)}`)
    const { page } = open
    await page.getByRole('button', { name: 'Yes, put me on the list' }).click()
    await page.getByRole('heading', { name: 'You are on the list' }).waitFor()
    expect(rowsOf(svc, 'mailing_consents')).toMatchObject([{ email: 'asked@example.com', ended_at: null }])
    const reader = svc.ctx.db
      .insert(letterReaders)
      .values({ artistId: nova.artistId, email: 'asked@example.com', createdAt: 1 })
      .returning()
      .get()
    await page.goto(`${svc.url}/unsubscribe?key=${tokenOf(svc.ctx, { letterId: svc.ctx.uuid(), reader })}`)
    await page.getByRole('button', { name: 'End these emails' }).click()
    await page.getByRole('heading', { name: 'No more of these emails' }).waitFor()
    expect(rowsOf(svc, 'mailing_consents')).toMatchObject([{ ended_at: expect.any(Number) }])
  },
)

test('a link that unsubscribes nobody says so, cut off or in a test letter, and asks nothing', async () => {
  await using svc = await startServer()
  const visit = (key: string) => svc.call('GET', `/unsubscribe?key=${key}`, { headers: { accept: 'text/html' } })
  for (const [key, status, text] of [
    ['cut-off', 404, 'Open the whole link from the email'],
    [nobodysToken, 200, 'It is from a test.'],
  ] as const) {
    const page = await visit(key)
    expect([page.status, page.text.includes(text), page.text.includes('End these emails?')]).toEqual([
      status,
      true,
      false,
    ])
  }
})

browserTest('an artist brings a file of addresses, and reads what was left out and why', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const { nova } = await world(svc)
  confirmAddresses(svc)
  await using open = await openPage(svc, '/studio/mailing-list', { as: nova, viewport: { width: 390, height: 844 } })
  const { page } = open
  await islandReady(page, 'studio/mailing-list/bring')
  const send = page.getByRole('button', { name: 'Ask them' })
  await send.click()
  await page.getByText('Paste addresses, one a line, or choose a file.').waitFor()
  const csv = `email\n${Array.from({ length: 300 }, (_, index) => `${index}@example.com`).join('\n')}\nx@y`
  await page
    .getByLabel('Or a CSV file, or the zip of a service')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByLabel('Where did they agree').selectOption('service')
  await send.click()
  await page.getByText('Bring only people who agreed. Others may not be written to.').waitFor()
  await page.getByLabel('Each of them agreed').check()
  await send.click()
  await page.getByText('300 addresses get an email that asks.').waitFor()
  expect(await page.getByText('Line 302, x@y: this is no valid address.').count()).toBe(1)
  const unclear = Buffer.from('email;status\nada@example.org;17\nbo@example.org;active\nle@example.org;abgemeldet')
  await page
    .getByLabel('Or a CSV file, or the zip of a service')
    .setInputFiles({ name: 'b.csv', mimeType: 'text/csv', buffer: unclear })
  await page.getByLabel('Where did they agree').selectOption('service')
  await page.getByLabel('Each of them agreed').check()
  await send.click()
  await page.getByLabel('“17” in “status”').selectOption('ended')
  await send.click()
  await page.getByText('1 address gets an email that asks.').waitFor()
  expect(await page.getByText('the file says that they have unsubscribed.').count()).toBe(2)
  expect(await breaches(page)).toEqual([])
})
