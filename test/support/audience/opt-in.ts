import { optIns } from '../../../db/schema/audience/opt-in.ts'
import type { Ctx } from '../../../src/context.ts'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { rowsOf } from '../account/account.ts'
import { until } from '../casset/upload.ts'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

/** Brings an address to an artist’s list and asks it now; returns the key of its link. */
export function optInKey(ctx: Ctx, { artistId }: Pick<Person, 'artistId'>, email = 'asked@example.com'): string {
  const key = `key of ${email}`
  const now = ctx.now()
  const row = { id: ctx.uuid(), artistId, email, agreedBy: 'paper', createdAt: now, askedAt: now } as const
  ctx.db
    .insert(optIns)
    .values({ ...row, keyHash: sha256Hex(key) })
    .run()
  return encodeURIComponent(key)
}

/** Brings lines of a list as an artist does. */
export const bring = (svc: TestServer, { cookie }: Person, lines: readonly string[], more: object = {}) =>
  svc.call('POST', '/api/studio/mailing-list/addresses', {
    cookie,
    body: { lines, agreedBy: 'paper', agreed: true, ...more },
  })

/** Waits until nobody waits to be asked; the job asks a few every five seconds. */
export async function allAsked(svc: TestServer): Promise<void> {
  await until(
    async () => {
      svc.tick(5_000)
      await svc.ctx.jobs.idle()
      return rowsOf(svc, 'opt_ins').filter((row) => Object(row).asked_at === null)
    },
    ({ length }) => length === 0,
  )
  await svc.ctx.jobs.idle()
}
