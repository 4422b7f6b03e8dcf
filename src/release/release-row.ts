import { eq } from 'drizzle-orm'
import { releases } from '../../db/schema/release/release.ts'
import type { Ctx } from '../context.ts'
import type { ReleaseRow } from './own-release.ts'

type Fields = Omit<typeof releases.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>

export function addRelease(ctx: Ctx, fields: Fields): ReleaseRow {
  const now = ctx.now()
  const row = { ...fields, id: ctx.uuid(), createdAt: now, updatedAt: now }
  return ctx.db.insert(releases).values(row).returning().get()
}

export const changeRelease = (ctx: Ctx, id: string, fields: Partial<Fields>): ReleaseRow =>
  ctx.db
    .update(releases)
    .set({ ...fields, updatedAt: ctx.now() })
    .where(eq(releases.id, id))
    .returning()
    .get()
