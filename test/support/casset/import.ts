import { and, asc, eq, isNull } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { planImport } from '../../../src/casset/import/plan-import.ts'
import { runImport } from '../../../src/casset/import/run-import.ts'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

export const silent = () => {}

/** The artist of a person as an import knows them, by the name of their handle. */
export const artistOf = (person: Person, handle: string) => ({
  id: person.artistId,
  userId: person.userId,
  handle,
  names: [handle],
})

/**
 * Imports a folder as the command does, and waits until everything is measured. `meanwhile` runs
 * between the plan and the import.
 */
export async function bring(
  { ctx }: TestServer,
  artist: ReturnType<typeof artistOf>,
  root: string,
  meanwhile: () => Promise<unknown> = async () => {},
) {
  const plan = await planImport(ctx, artist, root, silent)
  await meanwhile()
  const done = await runImport(ctx, artist, root, plan, silent)
  await ctx.jobs.idle()
  return { plan, done }
}

/** Returns all tapes of an artist, the first one first. */
export const tapesOf = ({ ctx }: TestServer, { artistId }: Person) =>
  ctx.db
    .select()
    .from(cassets)
    .where(and(eq(cassets.artistId, artistId), isNull(cassets.slug)))
    .orderBy(asc(cassets.createdAt), asc(cassets.id))
    .all()

export const tracksOf = ({ ctx }: TestServer, cassetId: string) =>
  ctx.db.select().from(tracks).where(eq(tracks.cassetId, cassetId)).orderBy(asc(tracks.position)).all()
