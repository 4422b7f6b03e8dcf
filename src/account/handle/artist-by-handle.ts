import { eq } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { formerHandles } from '../../../db/schema/account/handle.ts'
import type { Ctx } from '../../context.ts'

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
 * Returns the artist of a present or former handle. Only for callers who may know whose handle it
 * was: those who run the site, and members of a casset that the artist shares.
 */
export const artistByAnyHandle = (ctx: Ctx, typed: string) =>
  artistByHandle(ctx, typed) ?? artistByFormerHandle(ctx, typed)
