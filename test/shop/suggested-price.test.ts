import { expect, test } from 'bun:test'
import { ask, openShop } from '../support/shop/checkout.ts'
import { refusalOf } from '../support/shop/guest.ts'

test('an artist suggests a sum above the price: the checkout begins with the price, and has a key for each', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const patch = (body: object) =>
    svc.call('PATCH', `/api/studio/casset/${nova.cassetId}`, { cookie: nova.cookie, body })
  const page = async () => (await svc.call('GET', '/checkout/nova', { cookie: ada.cookie })).text
  expect(await page()).not.toContain('artist suggests')
  expect((await patch({ suggestedPrice: 1_000 })).json).toMatchObject({
    suggestedPrice: 1_000,
    casset: { price: { amount: 700 } },
  })
  expect(await page()).toContain('Pay $7.00 or more. The artist suggests $10.00.')
  expect((await page()).match(/aria-pressed="\w+"[^>]*>\$[\d.]+/g)).toHaveLength(2)
  expect((await ask(svc, ada)).json).toMatchObject({ amount: 700 })
  expect((await ask(svc, ada, { slug: 'nova', amount: 1_000 })).json).toMatchObject({ amount: 1_000 })
  // Only the artist's own payload has the suggestion, and one at or below the price does nothing.
  const media = async (cookie: string) =>
    Object((await svc.call('GET', '/api/casset/nova/media', { cookie })).json).casset
  expect(await media(nova.cookie)).toMatchObject({ suggestedPrice: 1_000 })
  expect(Object.keys(await media(ada.cookie))).not.toContain('suggestedPrice')
  await patch({ price: 1_200 })
  expect(await page()).not.toContain('artist suggests')
  await patch({ price: 0 })
  expect(await page()).toContain('It is free. The artist suggests $10.00.')
  expect(Object.keys((await patch({ suggestedPrice: null })).json ?? {})).not.toContain('suggestedPrice')
  for (const wrong of [-1, 7, 1.5, 90_000_001, 'x']) {
    expect(refusalOf(await patch({ suggestedPrice: wrong })).slice(0, 2)).toEqual([400, 'VALIDATION'])
  }
})
