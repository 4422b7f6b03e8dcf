import { expect, setDefaultTimeout, test } from 'bun:test'
import { ARTISTS } from '../../src/demo/artists.ts'
import { pastDays, SALES } from '../../src/demo/cast/past.ts'
import { CLIPS, DROP, PARTY } from '../../src/demo/cast/sayings.ts'
import { lifeJob, queueLife } from '../../src/demo/liven.ts'
import { dropJob } from '../../src/demo/make-drop.ts'
import { nextEvening, partyJob } from '../../src/demo/make-party.ts'
import { pastJob, queuePast } from '../../src/demo/make-past.ts'
import { playedBy } from '../../src/demo/played-by.ts'
import { seedDemo } from '../../src/demo/seed.ts'
import { demoAccount } from '../../src/lib/account/demo-account.ts'
import { dayAt, dayMs } from '../../src/lib/time/calendar.ts'
import { testLimitMs } from '../support/limits.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { temporaryFolder } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { settled } from '../support/shop/checkout.ts'
import { addReadyTrack } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

test('the finished demo has sold and was played for two months, has clips that play, and a party in the evening; once', async () => {
  const env = { PAYMENTS: 'test' }
  using folder = temporaryFolder()
  await using svc = await startServer({ env, dataDir: folder.path, clock: 'stands' })
  svc.ctx.jobs.handle(svc.ctx, [lifeJob, dropJob, pastJob, partyJob])
  await seedDemo(svc.ctx)
  for (const { handle, tracks } of ARTISTS) {
    const { cassetId } = playedBy(svc.ctx, handle)
    for (const { title } of tracks) await addReadyTrack(svc.ctx, cassetId, title)
  }
  const live = async () => {
    for (let round = 0; round < 3; round += 1) {
      svc.tick(12_000)
      await settled(svc)
    }
  }
  await live()
  const rows = (sql: string) => svc.ctx.db.$client.query(sql).values()
  const figures = () =>
    rows(`SELECT (SELECT count(*) FROM orders WHERE state = 'PAID' AND is_sale), (SELECT sum(plays) FROM play_days),
      (SELECT count(*) FROM submissions), (SELECT count(*) FROM parties), (SELECT count(*) FROM party_guests)`)
  const sales = Object.values(SALES).flat()
  const made = figures()
  expect(made).toEqual([[sales.length, expect.any(Number), CLIPS.length + DROP.clips.length, 1, ARTISTS.length - 1]])
  // Each sale is of its own day, in the orders, in the books and in what was collected.
  const soldOn = [...new Set(sales.map(({ daysAgo }) => dayAt(svc.ctx.now()) - daysAgo))].toSorted((a, b) => a - b)
  const dayOfSale = 'SELECT DISTINCT paid_at / 86400000 AS day FROM orders WHERE is_sale ORDER BY day'
  expect(rows(dayOfSale).flat()).toEqual(soldOn)
  expect(rows(`SELECT DISTINCT day FROM ledger_days WHERE heading IN ('casset', 'SALE') ORDER BY day`).flat()).toEqual(
    soldOn,
  )
  expect(rows('SELECT DISTINCT day FROM collect_days ORDER BY day').flat()).toEqual(soldOn)
  expect(rows('SELECT count(DISTINCT day) FROM play_days')).toEqual([[pastDays + 1]])
  const home = (await svc.call('GET', '/')).text
  expect(home.split('Recently bought')[1]).toContain('bought today')
  const page = (await svc.call('GET', `/@${DROP.by}`)).text
  const [clip = ''] = page.match(/(?<=<video [^>]*src=")[^"#]+/) ?? []
  expect((await svc.call('GET', clip)).headers.get('content-type')).toBe('video/webm')
  expect(page.includes('Watch it on')).toBe(false)
  expect((await svc.call('GET', `/@${PARTY.by}/sideb/party`)).status).toBe(200)
  // A visitor who signs in finds no bell full of two months.
  const unread = `SELECT count(*) FROM notifications n JOIN notification_boxes b USING (user_id)
    WHERE user_id = (SELECT id FROM users WHERE email = '${demoAccount.email}') AND kind = 'sale'
      AND created_at < ${svc.ctx.now() - 2 * dayMs} AND position > read_to AND read_at IS NULL`
  expect(rows(unread)).toEqual([[0]])
  for (const { handle } of ARTISTS) queueLife(svc.ctx, handle, 0)
  for (const seller of Object.keys(SALES)) queuePast(svc.ctx, seller)
  await live()
  expect(figures()).toEqual(made)
  expect(await doctorOf(folder.path, env, 'reconciling', { now: svc.ctx.now })).toMatchObject({ ok: true })
})

test('the party of the demo is at nine in the evening, and on the next day when it is late', () => {
  const at = (iso: string, zone: string) => new Date(nextEvening(Date.parse(iso), zone)).toISOString()
  expect(at('2026-11-30T12:00:00Z', 'UTC')).toBe('2026-11-30T21:00:00.000Z')
  expect(at('2026-11-30T20:30:00Z', 'UTC')).toBe('2026-11-30T21:00:00.000Z')
  expect(at('2026-11-30T20:31:00Z', 'UTC')).toBe('2026-12-01T21:00:00.000Z')
  expect(at('2026-11-30T12:00:00Z', 'Asia/Tokyo')).toBe('2026-12-01T12:00:00.000Z')
  expect(at('2026-11-30T12:00:00Z', 'America/New_York')).toBe('2026-12-01T02:00:00.000Z')
  // The clocks change in between.
  expect(at('2026-03-28T22:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T19:00:00.000Z')
})
