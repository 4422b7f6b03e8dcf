import { expect, test } from 'bun:test'
import { tracks } from '../../db/schema/casset/track.ts'
import { packedFiles } from '../support/casset/download.ts'
import { fixture, until } from '../support/casset/upload.ts'
import { generateClient } from '../support/machine/generated-client.ts'
import { goodCard, settled, startShop } from '../support/shop/checkout.ts'

test('a client generated from the document signs up, uploads, publishes, buys and downloads', async () => {
  await using svc = await startShop()
  const document: Record<string, unknown> = await (await svc.fetch('/openapi.json')).json()
  const newClient = await generateClient(document, svc.url)
  const [nova, ada] = [newClient(), newClient()]
  const person = (handle: string) => ({
    requestBody: { email: `${handle}@example.com`, password: 'pale-kettle-on-nine-roofs', handle, displayName: handle },
  })
  const { artist } = await nova.account.signUp(person('nova'))
  expect(artist.handle).toBe('nova')

  const { casset } = await nova.cassets.getCasset({ slug: 'nova' })
  const master = await fixture('flac-16.flac')
  const { track } = await nova.studio.uploadTrack({
    id: casset.id,
    formData: { file: new File([Uint8Array.from(master)], 'dawn.flac'), title: 'Dawn' },
  })
  await until(
    () => svc.ctx.db.select().from(tracks).get(),
    (kept) => kept?.status === 'READY',
  )
  const media = await nova.cassets.getCasset({ slug: 'nova' })
  expect(media.tracks).toMatchObject([{ id: track.id, title: 'Dawn', active: true }])
  const changed = await nova.studio.updateCasset({ id: casset.id, requestBody: { price: 700, published: true } })
  expect(changed.casset).toMatchObject({ published: true, price: { amount: 700, currency: 'usd' } })

  await ada.account.signUp(person('ada'))
  await expect(ada.cassets.downloadCasset({ slug: 'nova' })).rejects.toThrow(': 403 ')
  const payment = await ada.shop.startPayment({ requestBody: { slug: 'nova', amount: 900 } })
  expect(payment).toMatchObject({ amount: 900, currency: 'usd', mode: 'test' })
  const { paymentIntentId, clientSecret } = payment
  const paid = await ada.shop.confirmTestPayment({
    requestBody: { paymentIntentId, clientSecret, card: goodCard },
  })
  expect(paid.status).toBe('succeeded')
  await settled(svc)
  expect(await ada.shop.verifyPayment({ requestBody: { paymentIntentId } })).toMatchObject({ entitled: true })
  const zip: Blob = await ada.cassets.downloadCasset({ slug: 'nova', format: 'original' })
  const files = packedFiles(Buffer.from(await zip.arrayBuffer()))
  expect([...files.values()].some((bytes) => bytes.equals(master))).toBe(true)

  const full = await ada.cassets.streamTrack({ trackId: track.id })
  expect(full).toMatchObject({ access: 'full' })
  expect(await newClient().cassets.streamTrack({ trackId: track.id })).toMatchObject({ access: 'hook' })
})
