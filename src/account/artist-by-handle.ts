import { eq } from 'drizzle-orm'
import { artists, formerHandles } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'

const { id, userId, handle, displayName } = artists
const named = { id, userId, handle, displayName }

const handleIn = (typed: string) => typed.replace(/^@/, '').toLowerCase()

/** Returns the artist of a handle, typed with or without its @; undefined when there is none. */
export const artistByHandle = ({ db }: Ctx, typed: string) =>
  db
    .select(named)
    .from(artists)
    .where(eq(handle, handleIn(typed)))
    .get()

/** Returns the artist to whom a former handle leads (rule: former-handles). */
export const artistByFormerHandle = ({ db }: Ctx, typed: string) =>
  db
    .select(named)
    .from(formerHandles)
    .innerJoin(artists, eq(id, formerHandles.artistId))
    .where(eq(formerHandles.handle, handleIn(typed)))
    .get()

/**
 * Returns the artist of a present or former handle, for those who may know whose it was: whoever
 * runs the site, and those who share a casset with them.
 */
export const artistByAnyHandle = (ctx: Ctx, typed: string) =>
  artistByHandle(ctx, typed) ?? artistByFormerHandle(ctx, typed)
