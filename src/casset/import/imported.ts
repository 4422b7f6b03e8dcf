import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { importedFiles } from '../../../db/schema/casset/import.ts'
import type { Ctx } from '../../context.ts'

export type ImportedFile = typeof importedFiles.$inferSelect

/** Returns what was imported for an artist before, by tape. */
export function importedTapes({ db }: Ctx, artistId: string): Map<string, ImportedFile[]> {
  const rows = db
    .select()
    .from(importedFiles)
    .where(eq(importedFiles.artistId, artistId))
    .orderBy(asc(importedFiles.id))
    .all()
  return Map.groupBy(rows, ({ cassetId }) => cassetId)
}

/** A file that an import brings to a tape; its track gets this id. */
type Announced = { artistId: string; cassetId: string; sha256: string; isTrack: boolean }

/** Remembers a file that comes next. One that was announced before keeps the id of its track. */
export function announceFile({ db, uuid }: Ctx, { isTrack, ...file }: Announced): void {
  const values = { id: uuid(), ...file, trackId: isTrack ? uuid() : null }
  db.insert(importedFiles).values(values).onConflictDoNothing().run()
}

const isIt = (cassetId: string, sha256: string) =>
  and(eq(importedFiles.cassetId, cassetId), eq(importedFiles.sha256, sha256))

export const announcedFile = ({ db }: Ctx, cassetId: string, sha256: string): ImportedFile | undefined =>
  db.select().from(importedFiles).where(isIt(cassetId, sha256)).get()

/** Remembers that a file is there, so that it is not brought again though its artist deletes it. */
export function markImported({ db, now }: Ctx, cassetId: string, sha256: string): void {
  db.update(importedFiles).set({ importedAt: now() }).where(isIt(cassetId, sha256)).run()
}

export const countImported = ({ db }: Ctx, artistId: string): number =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(importedFiles)
    .where(and(eq(importedFiles.artistId, artistId), isNotNull(importedFiles.importedAt)))
    .get()?.count ?? 0
