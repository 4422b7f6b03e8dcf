import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { shows } from '../../../db/schema/audience/show.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { isUuidV7 } from '../../lib/hash/uuid.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { Show } from './model.ts'

export type ShowRow = typeof shows.$inferSelect

/** The most shows of an artist: those that are over make room for new ones. */
export const mostShows = 200

const { placeholder } = sql
const isTheirs = eq(shows.artistId, placeholder('artistId'))

const all = prepared((db) => db.select().from(shows).where(isTheirs).orderBy(asc(shows.startsAt), asc(shows.id)))

const coming = prepared((db) =>
  db
    .select()
    .from(shows)
    .where(and(isTheirs, gt(shows.endsAt, placeholder('now'))))
    .orderBy(asc(shows.startsAt), asc(shows.id))
    .limit(placeholder('limit')),
)

const newest = prepared((db) =>
  db.select().from(shows).where(isTheirs).orderBy(desc(shows.createdAt), desc(shows.id)).limit(placeholder('limit')),
)

export const showsOf = ({ db }: Ctx, artistId: string): ShowRow[] => all(db).all({ artistId })

/** Returns the shows of an artist that are not over, the next one first. */
export const comingShows = ({ db, now }: Ctx, artistId: string, limit = mostShows): ShowRow[] =>
  coming(db).all({ artistId, now: now(), limit })

/** Returns the shows of an artist as they were announced, the last one first, those over too. */
export const announcedShows = ({ db }: Ctx, artistId: string, limit: number): ShowRow[] =>
  newest(db).all({ artistId, limit })

/** Returns a show of the caller. Throws NOT_FOUND, FORBIDDEN for another's. */
export function ownShow({ db }: Ctx, { artistId }: Viewer, id: string): ShowRow {
  const show = isUuidV7(id) ? db.select().from(shows).where(eq(shows.id, id)).get() : undefined
  if (!show) throw notFound('show')
  if (show.artistId !== artistId) throw new AppError('FORBIDDEN', say('This show belongs to somebody else.'))
  return show
}

export const toShow = (ctx: Ctx, row: ShowRow): Show => {
  const { artistId: _, startsAt, endsAt, createdAt: __, changedAt: ___, ...show } = row
  return { ...show, startsAt: new Date(startsAt).toISOString(), isOver: endsAt <= ctx.now() }
}

/** A show as everybody sees it. */
export type PublicShow = Omit<ShowRow, 'artistId' | 'onCard' | 'endsAt' | 'createdAt' | 'changedAt'>

export const toPublicShow = (row: ShowRow): PublicShow => {
  const { artistId: _, onCard: __, endsAt: ___, createdAt: ____, changedAt: _____, ...show } = row
  return show
}

export const showsPath = (handle: string): string => `/@${handle}/shows`

export const showsCalendarPath = (handle: string): string => `${showsPath(handle)}.ics`
