import { expect, test } from 'bun:test'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { makeOwner, openDisputed } from '../../support/earnings/dispute.ts'

useBrowser()

const html = { accept: 'text/html' }

test('an open dispute is on top of the sales, for the artist and the owner of the instance; a decided one is in its row', async () => {
  const { svc, nova, ada, hidden, move } = await openDisputed({ reason: 'product_not_received' })
  await using _ = svc
  makeOwner(svc, hidden)
  const pageOf = async ({ cookie }: { cookie: string }, query = '') =>
    (await svc.call('GET', `/studio/sales${query}`, { headers: html, cookie })).text
  const own = await pageOf(nova)
  for (const part of [
    '<h2 id="disputes"',
    'Answer by <time',
    'The reason: they say that they did not get what they paid for.',
  ]) {
    expect(own).toContain(part)
  }
  expect(own).not.toContain('to Nova (@nova)')
  expect(await pageOf(hidden)).toContain('to Nova (@nova)')
  expect(await pageOf(ada)).not.toContain('id="disputes"')
  expect(await pageOf(nova, '?cursor=00000000-0000-7000-8000-000000000000')).not.toContain('id="disputes"')
  await move('lost')
  const decided = await pageOf(nova)
  expect(decided).not.toContain('id="disputes"')
  expect(decided).toContain('Their bank gave them the money back.')
})

browserTest('the artist answers a dispute with words and a file, once, from a phone', async () => {
  const { svc, nova, stripe, theirs } = await openDisputed()
  await using _ = svc
  await using studio = await openPage(svc, '/studio/sales', { as: nova, viewport: { width: 390, height: 844 } })
  const { page } = studio
  await islandReady(page, 'studio/sales/disputes')
  await page.getByRole('button', { name: 'Answer the bank about $7.00 from Ada' }).click()
  await page.getByLabel('What happened, in your words').fill('Ada wrote that she loves it.')
  expect(await page.getByLabel('What you sold').inputValue()).toContain('"First Light", an album of music by Nova')
  expect(await breaches(page)).toEqual([])
  const letters = page.getByLabel('Messages between you')
  await letters.setInputFiles({ name: 'letters.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Nova') })
  const go = page.getByRole('button', { name: 'Send to the bank' })
  await go.click()
  await page.getByText('Banks take PDF, PNG and JPEG.').waitFor()
  await letters.setInputFiles({ name: 'l.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 Dear Nova') })
  await go.click()
  await page.getByText('The answer is with the bank.').waitFor()
  expect(await page.getByRole('button', { name: /^Answer the bank/ }).count()).toBe(0)
  const { status, evidence } = await stripe.disputes.retrieve(theirs)
  expect([status, evidence.uncategorized_text]).toEqual(['under_review', 'Ada wrote that she loves it.'])
  expect(evidence.customer_communication).toStartWith('file_')
})
