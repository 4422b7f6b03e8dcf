import { expect, test } from 'bun:test'
import { mails } from '../../db/schema/platform/mail.ts'
import { emailPictureUrl } from '../../src/platform/asset/asset-url.ts'
import { addPicture, patchCasset } from '../support/casset/casset.ts'
import { formBytes, sendForm, until } from '../support/casset/upload.ts'
import { rawPng } from '../support/platform/picture.ts'
import { startServer } from '../support/server.ts'
import { give, openGiving } from '../support/shop/gift.ts'
import { cast } from '../support/world.ts'

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
  const sleeve = `<img src="${svc.ctx.site.origin}${emailPictureUrl(id, 640)}" alt="The sleeve of `
  const shows = received.map(({ source }): [string, boolean] => {
    const whole = `\r\n${source.replaceAll('=\r\n', '').replaceAll('=3D', '=')}`
    const kind = queued.find(({ subject }) => whole.includes(`\r\nSubject: ${subject}\r\n`))?.kind
    return [kind ?? 'unknown', whole.includes(sleeve)]
  })
  expect(Object.fromEntries(shows)).toEqual({ gift: true, receipt: true, 'reset-password': false })
})

test('an email shows a picture as a JPEG, or as a PNG where it is transparent, at the same widths', async () => {
  await using svc = await startServer()
  const { cookie } = cast(svc.ctx, 'ada')
  for (const [alpha, format] of [
    [255, 'jpeg'],
    [90, 'png'],
  ] as const) {
    const row = [0, ...Array.from({ length: 700 }, (_, x) => [x % 256, 90, 200, alpha]).flat()]
    const shown = rawPng(700, 20, Buffer.from(Array<number[]>(20).fill(row).flat()), [8, 6])
    const form = formBytes([{ name: 'file', value: shown, fileName: 'cover.png' }])
    const { json } = await sendForm(svc, '/api/studio/assets', cookie, form)
    const { id } = Object(Reflect.get(Object(json), 'asset'))
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await svc.fetch(`/api/assets/${id}/640.jpg`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${format}`])
      expect(answer.headers.get('cache-control')).toContain('immutable')
      expect(await new Bun.Image(await answer.bytes()).metadata()).toMatchObject({ width: 640, format })
    }
    expect((await svc.fetch(`/api/assets/${id}/641.jpg`)).status).toBe(404)
  }
})
