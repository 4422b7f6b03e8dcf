import type { SQL } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import type { Ctx } from '../context.ts'
import type { CassetRow } from './own-casset.ts'

/** Stores a new casset: free, and not published. */
export const addCasset = (
  { db, uuid, now }: Ctx,
  values: Omit<typeof cassets.$inferInsert, 'id' | 'createdAt'>,
): CassetRow =>
  db
    .insert(cassets)
    .values({ ...values, id: uuid(), createdAt: now() })
    .returning()
    .get()

/** Changes cassets. The caller has decided that they may be changed. */
export function changeCassets({ db }: Ctx, which: SQL | undefined, values: Partial<CassetRow>): void {
  if (Object.keys(values).length > 0) db.update(cassets).set(values).where(which).run()
}
