import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import { receipts } from '../../db/schema/books/receipt.ts'
import type { Language } from '../../src/lib/language/languages.ts'
import { toldTo } from '../support/account/notification.ts'
import { until } from '../support/casset/upload.ts'
import { refundAsOwner } from '../support/earnings/sale.ts'
import { readEmail } from '../support/platform/smtp.ts'
import type { TestServer } from '../support/server.ts'
import { collect, settled, verify } from '../support/shop/checkout.ts'
import { give, openGiving } from '../support/shop/gift.ts'
import { dayMs, inMs, openPreorder, setOpening } from '../support/shop/preorder.ts'
import type { Person } from '../support/world.ts'

const choose = ({ ctx }: TestServer, { userId }: Person, language: Language) =>
  ctx.db.update(users).set({ language }).where(eq(users.id, userId)).run()

test('the thing sold is named to each in their own language, and to accountants in English', async () => {
  await using shop = await openGiving({ LANGUAGES: 'en, de, es, fr' })
  const { svc, smtp, nova, ada } = shop
  choose(svc, nova, 'es')
  choose(svc, ada, 'de')
  const { orderId, paymentIntentId } = await give(svc, ada, {})
  await verify(svc, ada, { paymentIntentId })
  await settled(svc)
  const { db } = svc.ctx
  // A receipt is written once, for its payer.
  expect(db.select({ what: receipts.what }).from(receipts).get()).toEqual({ what: 'First Light als Geschenk' })
  await svc.ctx.jobs.idle()
  await until(
    () => smtp.received.length,
    (length) => length === 2,
  )
  const texts = smtp.received.map((mail) => readEmail(mail).text).join()
  expect(texts).toMatch(/^Für: +First Light als Geschenk$/m)
  expect(texts).toMatch(/^Bestellung: +/m)

  // News are kept without words, so that they follow their reader from one language to another.
  const [sold] = await toldTo(svc, nova)
  expect(sold).toStartWith('Ada regaló First Light | ')
  await refundAsOwner(svc, nova, orderId)
  await settled(svc)
  choose(svc, nova, 'fr')
  expect((await toldTo(svc, nova)).slice(-2)).toEqual([
    expect.stringContaining('First Light en cadeau'),
    expect.stringContaining('Ada a offert First Light | '),
  ])

  const csv = await svc.call('GET', '/api/studio/statistics.csv', { cookie: nova.cookie })
  expect(csv.text).toContain('"First Light, as a gift"')
  expect(csv.text).not.toContain('cadeau')
})

test('the hour of a preorder that moved follows its reader from one language to another, too', async () => {
  await using shop = await openPreorder({ env: { LANGUAGES: 'en, de, fr' } })
  const { svc, nova, ada } = shop
  await collect(svc, ada)
  choose(svc, ada, 'de')
  const opensAt = inMs(svc, 20 * dayMs)
  const monthIn = (language: string) =>
    new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'Europe/Berlin' }).format(Date.parse(opensAt))
  expect((await setOpening(svc, nova, { opensAt, opensZone: 'Europe/Berlin' })).status).toBe(200)
  await svc.ctx.jobs.idle()
  expect((await toldTo(svc, ada))[0]).toContain(monthIn('de'))
  choose(svc, ada, 'fr')
  expect((await toldTo(svc, ada))[0]).toContain(monthIn('fr'))
})
