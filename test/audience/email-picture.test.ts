import { expect, test } from 'bun:test'
import { mails } from '../../db/schema/platform/mail.ts'
import { assetUrl } from '../../src/platform/asset/asset-url.ts'
import { addPicture, patchCasset } from '../support/casset/casset.ts'
import { until } from '../support/casset/upload.ts'
import { give, openGiving } from '../support/shop/gift.ts'

test('the emails of a receipt and of a gift show the sleeve, and no other email does', async () => {
  await using shop = await openGiving()
  const { svc, nova, ada, smtp, emails } = shop
  const { id } = addPicture(svc, nova)
  expect((await patchCasset(svc, nova, { coverAssetId: id })).status).toBe(200)
  await svc.call('POST', '/api/auth/password/forgot', { body: { email: 'ada@example.com' } })
  await give(svc, ada)
  await emails(1)
  const queued = svc.ctx.db.select({ kind: mails.kind, subject: mails.subject }).from(mails).all()
  const received = await until(
    () => smtp.received,
    ({ length }) => length === queued.length,
  )
  const sleeve = `<img src="${svc.ctx.site.origin}${assetUrl(id, 640)}" alt="The sleeve of `
  const shows = received.map(({ source }): [string, boolean] => {
    const whole = source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    const kind = queued.find(({ subject }) => whole.includes(`\r\nSubject: ${subject}\r\n`))?.kind
    return [kind ?? 'unknown', whole.includes(sleeve)]
  })
  expect(Object.fromEntries(shows)).toEqual({ gift: true, receipt: true, 'reset-password': false })
})
