import { cassets } from '../../../db/schema/casset/casset.ts'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

type Values = Partial<typeof cassets.$inferInsert>

/** Puts a further tape of somebody into the database, published and public. Returns its id. */
export function addTape(
  { ctx }: Pick<TestServer, 'ctx'>,
  { artistId }: Person,
  word: string,
  values: Values = {},
): string {
  const now = ctx.now()
  const plain = { artistId, word, name: `Tape ${word}`, currency: 'usd', published: true, publishedAt: now }
  return ctx.db
    .insert(cassets)
    .values({ id: ctx.uuid(), createdAt: now, ...plain, ...values })
    .returning()
    .get().id
}
