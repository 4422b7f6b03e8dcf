import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { closeDb } from '../../../db/open.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { until } from '../../support/casset/upload.ts'
import { openSite } from '../../support/operate/desk-secrets.ts'
import { one, openDesk, publish } from '../../support/operate/open-desk.ts'
import { goodCard } from '../../support/shop/checkout.ts'
import { addReadyTrack } from '../../support/world.ts'

const buyers = ['ada', 'kim', 'lou']

test('settings that are saved while sales are being paid lose none of them, and none is paid twice', async () => {
  const { folder, svc, patch } = await openDesk()
  using _ = folder
  await using __ = svc
  publish(folder.path)
  const site = await openSite(folder.path)
  const cassetId = site.db.select({ id: cassets.id }).from(cassets).get()?.id ?? ''
  site.db.update(cassets).set({ priceMinor: 700 }).run()
  await addReadyTrack(site, cassetId, 'Dawn')
  closeDb(site.db)
  const rows = (sql: string) => {
    using db = new Database(join(folder.path, 'tapedeck.db'), { readonly: true })
    return db.query(sql).values()
  }
  const set = async (name: string, value: string | null) => {
    const { status, text } = await patch(one(name, value))
    expect([name, status, text]).toEqual([name, 204, ''])
  }
  await set('PAYMENTS', 'test')
  let saves = 0
  let isOver = false
  // The last of them stops the processor itself, which is inside the program for test payments.
  const saving = (async () => {
    while (!isOver) {
      await set('SITE_NAME', `Name ${saves}`)
      await set('LANGUAGES', saves % 2 ? 'en' : 'de, en')
      await set('TEST_SETTLEMENT_CURRENCY', saves % 2 ? 'eur' : null)
      saves += 1
    }
  })()
  /** Asks as a person who reads that the processor is away, and presses again. */
  const press = (path: string, body: object) =>
    until(
      () => svc.call('POST', path, { body }),
      ({ status }) => status !== 503,
    )
  const pay = async (buyer: string) => {
    const { json, text } = await press('/api/checkout/guest', { slug: 'nova', email: `${buyer}@example.org` })
    const { paymentIntentId, clientSecret } = Object(json)
    const card = { paymentIntentId, clientSecret, card: goodCard }
    expect(text).toContain('clientSecret')
    expect([text, (await press('/api/checkout/test/confirm', card)).json]).toMatchObject([
      text,
      { status: 'succeeded' },
    ])
  }
  await Promise.all(buyers.map(pay))
  await until(
    () => rows("SELECT count(*) FROM orders WHERE state = 'PAID'"),
    (found) => found[0]?.[0] === buyers.length,
  )
  isOver = true
  await saving
  expect(saves).toBeGreaterThan(0)
  const bought = "SELECT buyer_email FROM orders WHERE state = 'PAID' ORDER BY buyer_email"
  expect(rows(bought).flat()).toEqual(buyers.map((buyer) => `${buyer}@example.org`))
})
