import { expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { closeDb } from '../../db/open.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { readConfig } from '../../src/config.ts'
import { createCtx } from '../../src/create-context.ts'
import { collectFree } from '../../src/order/begin/collect-free.ts'
import { testLimitMs } from '../support/limits.ts'
import { testAssets } from '../support/platform/assets.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'
import { addReadyTrack, cast } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const buyers = 200

test('a program that is killed while it opens a preorder tells each buyer once, and each has all of it once', async () => {
  using folder = temporaryFolder()
  const ctx = createCtx(readConfig({ DATA_DIR: folder.path }), {
    assets: await testAssets(),
    selfCommand: [],
    pids: { own: 0, isAlive: () => true },
  })
  const sql = ctx.db.$client
  try {
    const { cassetId } = cast(ctx, 'nova', { name: 'First Light' })
    await addReadyTrack(ctx, cassetId, 'Dawn')
    sql.run('UPDATE cassets SET opens_at = ?, opens_zone = ? WHERE id = ?', [ctx.now() + 3_600_000, 'UTC', cassetId])
    sql.transaction(() => {
      for (let index = 0; index < buyers; index += 1) {
        const { userId } = cast(ctx, `buyer${index}`, { published: false })
        const buyer = { userId, agentKey: null, email: `buyer${index}@example.com` } as const
        const free = { kind: 'casset', message: null, amountMinor: 0, priceMinor: 0, referralCode: null } as const
        collectFree(ctx, buyer, { id: cassetId, slug: null, currency: 'usd' }, free)
      }
    })()
    // The hour of the preorder passed while the machine was off.
    sql.run('UPDATE cassets SET opens_at = ? WHERE id = ?', [ctx.now() - 1_000, cassetId])
    const told = () =>
      sql.query<{ n: number }, []>("SELECT count(*) AS n FROM mails WHERE kind = 'preorder'").get()?.n ?? 0
    const atKills: number[] = []
    for (const least of [0, 60]) {
      await using program = await startProcess({ dataDir: folder.path })
      while (told() <= least) await Bun.sleep(1)
      await program.end('SIGKILL')
      atKills.push(told())
    }
    expect(atKills[0]).toBeLessThan(buyers)
    await using _ = await startProcess({ dataDir: folder.path })
    const waiting = "SELECT 1 FROM jobs WHERE kind IN ('open-tape', 'notify-preorder') AND state <> 'DONE'"
    while (told() < buyers || sql.query(waiting).get()) await Bun.sleep(20)
    const of = (text: string) => sql.query<Record<string, unknown>, []>(text).all()
    expect(
      of("SELECT count(*) AS mails, count(DISTINCT recipient) AS people FROM mails WHERE kind = 'preorder'"),
    ).toEqual([{ mails: buyers, people: buyers }])
    expect(
      of("SELECT count(*) AS news, count(DISTINCT user_id) AS people FROM notifications WHERE kind = 'preorder'"),
    ).toEqual([{ news: buyers, people: buyers }])
    expect(
      of('SELECT count(*) AS held, count(DISTINCT user_id) AS people FROM purchases WHERE ended_at IS NULL'),
    ).toEqual([{ held: buyers, people: buyers }])
    expect(ctx.db.select().from(cassets).where(eq(cassets.id, cassetId)).get()?.opensAt).toBeNull()
    expect(of('SELECT count(*) AS closed FROM tracks WHERE closed = 1')).toEqual([{ closed: 0 }])
  } finally {
    closeDb(ctx.db)
  }
})
