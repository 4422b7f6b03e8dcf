import { eq } from 'drizzle-orm'
import { releaseFiles, releaseVersions } from '../../db/schema/release/release.ts'
import type { Ctx } from '../context.ts'
import type { VersionRow } from './read-version.ts'

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
