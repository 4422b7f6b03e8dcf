import { eq } from 'drizzle-orm'
import { releaseFiles, releases, releaseVersions } from '../../db/schema/release/release.ts'
import type { Ctx } from '../context.ts'
import type { ReleaseRow } from './own-release.ts'
import type { VersionRow } from './read-version.ts'

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

export const addVersion = (
  ctx: Ctx,
  fields: Omit<typeof releaseVersions.$inferInsert, 'id' | 'createdAt'>,
): VersionRow =>
  ctx.db
    .insert(releaseVersions)
    .values({ ...fields, id: ctx.uuid(), createdAt: ctx.now() })
    .returning()
    .get()

export const changeVersion = ({ db }: Ctx, id: string, fields: Partial<VersionRow>): VersionRow =>
  db.update(releaseVersions).set(fields).where(eq(releaseVersions.id, id)).returning().get()

/** Keeps a file as long as a version names it. */
export const keepFile = ({ db }: Ctx, file: typeof releaseFiles.$inferInsert): void =>
  void db.insert(releaseFiles).values(file).run()
