import { expect, setDefaultTimeout, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { mailingListText } from '../../src/lib/account/mailing-list-text.ts'
import { pictureOfCasset } from '../../src/web/share-picture/describe.ts'
import { readMedia } from '../../src/world/media.ts'
import { signUp } from '../support/account/account.ts'
import { until } from '../support/casset/upload.ts'
import { testLimitMs } from '../support/limits.ts'
import { readEmail, startSmtp } from '../support/platform/smtp.ts'
import { collect, openShop } from '../support/shop/checkout.ts'
import { give } from '../support/shop/gift.ts'
import { collectAsGuest } from '../support/shop/guest.ts'

setDefaultTimeout(testLimitMs)

const address = 'https://music.example'
const isOfMachine = /localhost|127\.0\.0\.1|\[::1\]/

/** Reads all of an email, with what its parts say in their own encoding. */
const wholeOf = (source: string) =>
  source
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

test('with BASE_URL no email, receipt, page or card for sharing names the machine that the site runs on', async () => {
  await using smtp = await startSmtp()
  const { svc, nova, ada } = await openShop({ env: { ...smtp.env, BASE_URL: address } })
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  await signUp(svc, 'bea')
  await svc.call('POST', '/api/auth/password/forgot', { body: { email: 'bea@example.org' } })
  const { orderId } = await collect(svc, ada)
  const guest = await collectAsGuest(svc)
  await give(svc, ada, { email: 'lou@example.org' })
  const agreed = { secret: guest.secret, text: mailingListText('Nova'), from: 'checkout' }
  expect((await svc.call('POST', '/api/casset/nova/mailing-list', { body: agreed })).status).toBe(204)
  expect((await svc.call('POST', '/api/desk/test-email', { cookie: nova.cookie })).status).toBe(200)

  const emails = await until(
    () => smtp.received,
    ({ length }) => length >= 7,
  )
  for (const email of emails) {
    const { subject, text } = readEmail(email)
    const body = wholeOf(email.source)
    expect([subject, isOfMachine.exec(body)?.[0]]).toEqual([subject, undefined])
    expect([subject, text.includes(address)]).toEqual([subject, true])
  }

  const pages: [path: string, cookie?: string][] = [
    ['/'],
    ['/@nova'],
    ['/@nova/embed'],
    ['/@nova/feed.xml'],
    ['/@nova/canimus.json'],
    ['/sitemap.xml'],
    ['/robots.txt'],
    ['/llms.txt'],
    ['/license.xml'],
    ['/app.webmanifest'],
    ['/.well-known/did.json'],
    [`/collected/${guest.secret}`],
    [`/receipt/${orderId}`, ada.cookie],
    ['/receipts', ada.cookie],
    ['/studio', nova.cookie],
    ['/desk', nova.cookie],
  ]
  for (const [path, cookie] of pages) {
    const { status, text } = await svc.call('GET', path, { cookie })
    expect([path, status, isOfMachine.exec(text)?.[0]]).toEqual([path, 200, undefined])
  }
  const { text } = await svc.call('GET', '/@nova')
  expect(text).toContain(`<link rel="canonical" href="${address}/@nova"/>`)
  expect(text).toContain(`property="og:image" content="${address}/share/casset/nova.png`)
  expect(pictureOfCasset(svc.ctx, readMedia(svc.ctx, 'nova', null)).host).toBe('music.example')
})
