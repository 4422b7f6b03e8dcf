import { expect, test } from 'bun:test'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { becomeSite } from '../../src/platform/instance.ts'
import { rowsOf } from '../support/account/account.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { backUp, putBack, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { begin, begun, card, collect, confirm, goodCard, openShop, settled } from '../support/shop/checkout.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

const yearMs = 365 * 86_400_000
const yearOf = ({ ctx }: TestServer) => new Date(ctx.now()).getUTCFullYear()

const numbers = (svc: TestServer): string[] =>
  rowsOf(svc, 'receipts').map((row) => String(Reflect.get(Object(row), 'number')))

/** Another artist who sells a casset for the same price. */
async function second(svc: TestServer): Promise<Person> {
  const mira = cast(svc.ctx, 'mira', { name: 'Tide', priceMinor: 700 })
  await addReadyTrack(svc.ctx, mira.cassetId, 'Ebb')
  return mira
}

test('receipts of two artists and of two years count separately, each from 1', async () => {
  const { svc, ada, hidden } = await openShop()
  await using _ = svc
  await second(svc)
  const year = yearOf(svc)
  await collect(svc, ada)
  await collect(svc, hidden)
  await collect(svc, ada, goodCard, { slug: 'mira' })
  svc.setClock(yearMs)
  const late = cast(svc.ctx, 'late')
  await collect(svc, late)
  expect(numbers(svc).toSorted()).toEqual([
    `TEST-mira-${year}-000001`,
    `TEST-nova-${year}-000001`,
    `TEST-nova-${year}-000002`,
    `TEST-nova-${year + 1}-000001`,
  ])
})

test('a tip takes its number of the same series, and a refund takes none', async () => {
  const { svc, nova, ada, hidden } = await openShop()
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  await svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie: nova.cookie, body: {} })
  await settled(svc)
  const tip = begun(await svc.call('POST', '/api/casset/nova/tip', { cookie: hidden.cookie, body: { amount: 500 } }))
  await confirm(svc, hidden, tip)
  await settled(svc)
  expect(numbers(svc)).toEqual([`TEST-nova-${yearOf(svc)}-000001`, `TEST-nova-${yearOf(svc)}-000002`])
})

test('a refused card takes no number, and neither does a sale that is not written down', async () => {
  const { svc, ada, hidden } = await openShop()
  await using _ = svc
  const refused = await begin(svc, ada)
  await confirm(svc, ada, refused, card('4000000000000002'))
  await settled(svc)
  expect([numbers(svc), rowsOf(svc, 'receipt_series')]).toEqual([[], []])
  // The receipt cannot be written: its number goes back with everything else of the sale.
  svc.ctx.db.$client.run("CREATE TRIGGER broken BEFORE INSERT ON receipts BEGIN SELECT RAISE(ABORT, 'broken'); END")
  await confirm(svc, ada, refused)
  await Bun.sleep(200)
  expect([numbers(svc), rowsOf(svc, 'receipt_series')]).toEqual([[], []])
  svc.ctx.db.$client.run('DROP TRIGGER broken')
  await collect(svc, hidden)
  svc.tick(86_400_000)
  await settled(svc)
  const year = new Date(Date.now()).getUTCFullYear()
  expect(
    numbers(svc)
      .map((number) => number.slice(-6))
      .toSorted(),
  ).toEqual(['000001', '000002'])
  expect(numbers(svc)).toContain(`TEST-nova-${year}-000001`)
})

test('of 40 sales at once none has the number of another, and none is left out', async () => {
  const { svc } = await openShop()
  await using _ = svc
  const buyers = Array.from({ length: 40 }, (_, index) => cast(svc.ctx, `buyer${index}`))
  await Promise.all(buyers.map(async (buyer) => confirm(svc, buyer, await begin(svc, buyer))))
  await settled(svc)
  const series = `TEST-nova-${yearOf(svc)}`
  const whole = Array.from({ length: 40 }, (_, index) => `${series}-${String(index + 1).padStart(6, '0')}`)
  expect(numbers(svc).toSorted()).toEqual(whole)
  expect(rowsOf(svc, 'receipt_series')).toEqual([{ series, issued: 40 }])
})

type Email = { address: string; text: string }

/** The number of each order's receipt, by its page, and that of its last email. */
async function papers(svc: TestServer, buyers: readonly Person[]) {
  const emails = svc.ctx.db.$client
    .query<Email, []>("SELECT recipient AS address, text_body AS text FROM mails WHERE kind = 'receipt' ORDER BY rowid")
    .all()
  return Promise.all(
    buyers.map(async ({ cookie, handle }) => {
      const { text } = await svc.call('GET', '/receipts', { cookie })
      const [id] = /\/receipt\/[0-9a-f-]{36}/.exec(text) ?? []
      const page = (await svc.call('GET', id ?? '', { cookie })).text
      const email = emails.findLast(({ address }) => address === `${handle}@example.com`)?.text ?? ''
      const number = /TEST-nova-\d+-\d+/
      return { page: number.exec(page)?.[0], email: number.exec(email)?.[0], isAgain: /takes its place/.test(email) }
    }),
  )
}

test('after a restore numbers jump: four buyers have four, those that were lost too, and pages agree with emails', async () => {
  using folder = temporaryFolder()
  const options = {
    env: { PAYMENTS: 'test', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'deck@example.com' },
    dataDir: folder.path,
  }
  const { svc: before, nova, ada, draft, hidden } = await openShop(options)
  const fourth = cast(before.ctx, 'fourth')
  await collect(before, ada)
  const copy = backUp(before)
  await collect(before, draft)
  await collect(before, hidden)
  await settled(before)
  const series = `TEST-nova-${yearOf(before)}`
  const all = [ada, draft, hidden, fourth]
  const [, second, third] = (await papers(before, all)).map(({ page }) => page)
  expect([second, third].toSorted()).toEqual([`${series}-000002`, `${series}-000003`])
  // The owner is not sure of the first time and restores it twice.
  let svc = await restore(before, copy, options)
  svc = await restore(svc, copy, options)
  // The processor tells times in seconds.
  svc.tick(5_000)
  await collect(svc, fourth)
  await doctorOf(folder.path, options.env, 'reconciling', { fix: true })
  const jumped = await papers(svc, all)
  const given = jumped.map(({ page }) => page)
  expect(given[0]).toBe(`${series}-000001`)
  expect(new Set([...given, second, third]).size).toBe(6)
  expect(jumped.map(({ page, email }) => page === email)).toEqual([true, true, true, true])
  expect(jumped.map(({ isAgain }) => isAgain)).toEqual([false, true, true, false])
  const year = yearOf(svc)
  const book = await svc.call('GET', `/api/studio/statistics.csv?from=${year}-01-01&to=${year}-12-31`, {
    cookie: nova.cookie,
  })
  expect(book.text).toMatch(/"RESTORE","Receipts go on above number \d+: the site was restored from a backup"/)
  // The same copy again: what was given since the first restore is not given again either.
  svc = await restore(svc, copy, options)
  await doctorOf(folder.path, options.env, 'reconciling', { fix: true })
  const again = (await papers(svc, all)).map(({ page }) => page)
  expect(new Set([...given, ...again, second, third]).size).toBe(9)
  // A restart, and a copy from which nothing is missing, go on as ever.
  const whole = backUp(svc)
  svc = await restore(svc, whole, options)
  await using _ = svc
  const fifth = cast(svc.ctx, 'fifth')
  await collect(svc, fifth)
  const last = Math.max(...again.map((number) => Number(number?.slice(series.length + 1))))
  expect((await papers(svc, [fifth]))[0]?.page).toBe(`${series}-${last + 1}`)
})

test('a copy that was brought into another folder gives no number that the first folder gave', async () => {
  const options = { env: { PAYMENTS: 'test' } }
  const { svc: before, ada } = await openShop(options)
  await using _ = before
  // The backup is from before the very first sale.
  const copy = backUp(before)
  await collect(before, ada)
  using folder = temporaryFolder()
  putBack(folder.path, copy)
  for (const name of ['receipt-head.json', 'secrets.json', 'instance.json'])
    copyFileSync(join(before.dataDir, name), join(folder.path, name))
  {
    await using copied = await startServer({ ...options, dataDir: folder.path })
    becomeSite(copied.ctx.db, folder.path)
  }
  await using svc = await startServer({ ...options, dataDir: folder.path })
  await collect(svc, cast(svc.ctx, 'late'))
  expect(numbers(svc)).not.toEqual(numbers(before))
})
