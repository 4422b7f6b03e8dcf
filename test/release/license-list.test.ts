import { expect, test } from 'bun:test'
import { decodeList } from '@digitalbazaar/vc-bitstring-status-list'
import { bought, claim } from '../support/release/license.ts'
import { licensedWithTerms } from '../support/release/licensed.ts'
import { isSigned } from '../support/release/verify.ts'
import type { TestServer } from '../support/server.ts'
import { settled, shopOf } from '../support/shop/checkout.ts'

const minuteMs = 60_000

const entryIn = ({
  credentialStatus,
}: {
  credentialStatus: { statusListIndex: string; statusListCredential: string }[]
}) => {
  const [, entry] = credentialStatus
  if (!entry) throw new Error('It is in no list.')
  return { index: Number(entry.statusListIndex), path: new URL(entry.statusListCredential).pathname }
}

const listAt = async (svc: TestServer, path: string) => {
  const answer = await svc.fetch(path)
  const text = await answer.text()
  const list = Object(JSON.parse(text))
  const bits = await decodeList({ encodedList: list.credentialSubject.encodedList })
  return { text, list, bits, etag: answer.headers.get('etag') }
}

const refund = async (svc: TestServer, started: { paymentIntentId: string }) => {
  await shopOf(svc).stripe.refunds.create({ payment_intent: started.paymentIntentId })
  await settled(svc)
  await svc.ctx.jobs.idle()
}

test('a license has a place at random in a signed list of 131,072, which other libraries read, and which is set once it has ended', async () => {
  await using shop = await licensedWithTerms()
  const { svc, id, license, started, verify } = shop
  const second = Object((await claim(svc, await bought(svc, id))).json).license
  const [one, two] = [entryIn(license.credential), entryIn(second.credential)]
  expect(one.path).toBe('/api/agents/license-lists/1-1')
  expect([two.path, two.index === one.index]).toEqual([one.path, false])
  const { list, bits, text, etag } = await listAt(svc, one.path)
  const { proof, ...said } = list
  expect(await isSigned(said, proof)).toBe(true)
  expect(said).toEqual({
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id: `${svc.ctx.site.origin}${one.path}`,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: license.credential.issuer,
    validFrom: expect.any(String),
    validUntil: expect.any(String),
    credentialSubject: {
      id: `${svc.ctx.site.origin}${one.path}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'suspension',
      encodedList: expect.stringMatching(/^uH4sI/),
      ttl: 300_000,
    },
  })
  expect([bits.length, bits.getStatus(one.index), bits.getStatus(two.index)]).toEqual([131_072, false, false])
  // It is made again at a change, or after a day, and not in between.
  svc.tick(minuteMs)
  expect([(await listAt(svc, one.path)).text, (await listAt(svc, one.path)).etag]).toEqual([text, etag])
  expect(await verify(license.credential)).toEqual([
    0,
    expect.stringContaining(
      `ok       list      The status list of ${new URL(svc.ctx.site.origin).host} says the same: entry ${one.index} is not set.`,
    ),
  ])
  await refund(svc, started)
  const after = await listAt(svc, one.path)
  expect([after.bits.getStatus(one.index), after.bits.getStatus(two.index)]).toEqual([true, false])
  expect([after.text === text, after.etag === etag]).toEqual([false, false])
  expect(await verify(license.credential)).toEqual([
    4,
    expect.stringMatching(/ok +list +The status list of .* says so too, in/),
  ])
  svc.tick(25 * 60 * minuteMs)
  const nextDay = await listAt(svc, one.path)
  expect(Date.parse(nextDay.list.validUntil) - svc.ctx.now()).toBeGreaterThan(47 * 60 * minuteMs)
  expect(nextDay.list.credentialSubject).toEqual(after.list.credentialSubject)
})

test('verify says when the status list is not what the history says, or is not the one of the license', async () => {
  await using shop = await licensedWithTerms()
  const { svc, license, verify } = shop
  const { path, index } = entryIn(license.credential)
  const db = svc.ctx.db.$client
  const set = (endedAt: number | null) =>
    db.query('UPDATE licenses SET ended_at = ? WHERE list_index = ?').run(endedAt, index)
  set(svc.ctx.now())
  expect(await verify(license.credential)).toEqual([
    1,
    expect.stringMatching(/not read +list +The license was changed just now/),
  ])
  svc.tick(11 * minuteMs)
  expect(await verify(license.credential)).toEqual([
    2,
    expect.stringMatching(
      /ok +granted .*\n +ALTERED +list +The status list says that the license has ended, and the history/,
    ),
  ])
  set(null)
  expect((await verify(license.credential))[0]).toBe(0)
  db.query('UPDATE licenses SET list_number = 2').run()
  expect(await verify(license.credential)).toEqual([1, expect.stringMatching(/not read +list +.* answered 404/)])
  expect((await svc.fetch(path)).status).toBe(404)
})

test('a list that is full is followed by another, and one of a hundred thousand licenses is read at once', async () => {
  await using shop = await licensedWithTerms()
  const { svc, id } = shop
  const db = svc.ctx.db.$client
  db.run('PRAGMA foreign_keys = OFF')
  db.run(`WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 99998)
    INSERT INTO licenses (order_id, release_id, release_version_id, scopes, list_origin, list_number, list_index, ended_at)
    SELECT 'filled ' || n, 'none', 'none', '[]', 1, 1, n, CASE WHEN n % 3 = 0 THEN 1 END FROM numbers`)
  const next = entryIn(Object((await claim(svc, await bought(svc, id))).json).license.credential)
  expect(next.path).toBe('/api/agents/license-lists/1-2')
  const before = process.cpuUsage()
  const { bits } = await listAt(svc, '/api/agents/license-lists/1-1')
  const { user, system } = process.cpuUsage(before)
  expect([bits.getStatus(99_999), bits.getStatus(99_998), bits.getStatus(99_996)]).toEqual([false, false, true])
  expect((user + system) / 1_000).toBeLessThan(500)
})
