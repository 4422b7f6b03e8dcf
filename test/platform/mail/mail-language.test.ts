import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/account/account.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import { inLanguage } from '../../../src/lib/language/say.ts'
import { queueEmail } from '../../../src/platform/mail/queue-email.ts'
import type { MailReader } from '../../../src/platform/mail/reader-language.ts'
import { until } from '../../support/casset/upload.ts'
import { readEmail, startSmtp } from '../../support/platform/smtp.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { begun, confirm, goodCard, openShop, settled } from '../../support/shop/checkout.ts'
import { askAsGuest } from '../../support/shop/guest.ts'
import { cast } from '../../support/world.ts'

const env = { LANGUAGES: 'fr, de, ja' }

const outbox = ({ ctx }: TestServer) => ctx.db.select().from(mails).orderBy(mails.createdAt, mails.id).all()

const greetingsOf = (svc: TestServer) => outbox(svc).map(({ textBody }) => textBody.split('\n', 1)[0])

const choose = (svc: TestServer, userId: string, language: 'en' | 'de' | 'ja') =>
  svc.ctx.db.update(users).set({ language }).where(eq(users.id, userId)).run()

test('an email is written in the language of its reader, not in that of the request that caused it', async () => {
  await using svc = await startServer({ env })
  const ada = cast(svc.ctx, 'ada')
  const bob = cast(svc.ctx, 'bob')
  choose(svc, ada.userId, 'ja')
  const greet = (to: MailReader) =>
    inLanguage('de', () =>
      queueEmail(svc.ctx, {
        uniqueKey: svc.ctx.uuid(),
        kind: 'look-over',
        to,
        write: () => ({ subject: 'x', paragraphs: [] }),
      }),
    )
  greet({ address: 'ada@example.com' })
  // The account's own language counts more than one that comes with the address.
  greet({ address: 'ADA@example.com', language: 'de' })
  // Without a chosen language, or with one that the site does not offer, it is the site's first.
  greet({ address: 'bob@example.com' })
  greet({ address: 'guest@example.com', language: 'es' })
  greet({ address: 'guest@example.com', language: 'de' })
  choose(svc, bob.userId, 'en')
  greet({ address: 'bob@example.com' })
  const french = 'Bonjour Bob,'
  expect(greetingsOf(svc)).toEqual([
    'Adaさん、こんにちは。',
    'Adaさん、こんにちは。',
    french,
    'Bonjour,',
    'Hallo,',
    french,
  ])
})

test('an email says its language in its header and its HTML', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...env, ...smtp.env } })
  const ada = cast(svc.ctx, 'ada')
  choose(svc, ada.userId, 'ja')
  const write = () => ({ subject: 'x', paragraphs: [] })
  queueEmail(svc.ctx, { uniqueKey: '1', kind: 'look-over', to: { address: 'ada@example.com' }, write })
  await until(
    () => smtp.received.length,
    (length) => length === 1,
  )
  const [received] = smtp.received
  expect(received?.source).toContain('Content-Language: ja\r\n')
  expect(received?.source.replace(/=\r\n/g, '')).toContain('<html lang=3D"ja">')
})

test('a guest gets the receipt in the language of the page on which they paid', async () => {
  await using smtp = await startSmtp()
  const { svc } = await openShop({ env: { ...smtp.env, LANGUAGES: 'en, de' } })
  await using _ = svc
  const started = begun(await askAsGuest(svc, {}, 'svc_language=de'))
  await confirm(svc, { cookie: '' }, started, goodCard)
  await settled(svc)
  await svc.ctx.jobs.idle()
  expect(svc.ctx.db.select({ language: orders.language }).from(orders).all()).toEqual([{ language: 'de' }])
  const [mail] = outbox(svc)
  expect([mail?.kind, mail?.language]).toEqual(['receipt', 'de'])
  await until(
    () => smtp.received.length,
    (length) => length > 0,
  )
  const [received] = smtp.received
  expect(received && readEmail(received).text).toStartWith('Hallo,\n\n')
})
