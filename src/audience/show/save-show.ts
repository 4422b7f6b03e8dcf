import { and, asc, count, eq, lte } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { shows } from '../../../db/schema/audience/show.ts'
import { refuseBlockedWords } from '../../account/block-list.ts'
import { cleanLine } from '../../account/clean-text.ts'
import { refuseLinksOfNew } from '../../account/new-account.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { httpsUrl } from '../../lib/address/https-url.ts'
import { say } from '../../lib/language/say.ts'
import { isCountry } from '../../lib/payment/country.ts'
import { dateOf, dayMs, dayOf, hourMs } from '../../lib/time/calendar.ts'
import { momentIn } from '../../lib/time/moment-in.ts'
import { readZone } from '../../lib/time/spoken-hour.ts'
import { momentOf } from '../../lib/time/zoned-time.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { NewShow } from './model.ts'
import { mostShows, ownShow, type ShowRow } from './show.ts'

const furthestMs = 3 * 366 * dayMs
/** A show that begins late in the evening is shown so long after its beginning. */
const leastShownMs = 3 * hourMs

/** Throws VALIDATION by field, and BAD_STATE for one show too many. */
export function addShow(ctx: Ctx, author: Viewer, draft: NewShow): ShowRow {
  const values = readShow(ctx, author, draft)
  const now = ctx.now()
  return inTransaction(ctx.db, () => {
    makeRoom(ctx, author.artistId)
    const row = { id: ctx.uuid(), artistId: author.artistId, ...values, createdAt: now, changedAt: now }
    return ctx.db.insert(shows).values(row).returning().get()
  })
}

/** Replaces all that a show says. Throws NOT_FOUND, FORBIDDEN, and VALIDATION by field. */
export function changeShow(ctx: Ctx, author: Viewer, id: string, draft: NewShow): ShowRow {
  const before = ownShow(ctx, author, id)
  const values = readShow(ctx, author, draft, before)
  return ctx.db
    .update(shows)
    .set({ ...values, changedAt: Math.max(ctx.now(), before.changedAt) })
    .where(eq(shows.id, id))
    .returning()
    .get()
}

/** Throws NOT_FOUND, FORBIDDEN. */
export function deleteShow(ctx: Ctx, author: Viewer, id: string): void {
  ownShow(ctx, author, id)
  ctx.db.delete(shows).where(eq(shows.id, id)).run()
}

/** Deletes the oldest of the shows that are over, where an artist has as many as they may. */
function makeRoom({ db, now }: Ctx, artistId: string): void {
  const isTheirs = eq(shows.artistId, artistId)
  const { number } = db.select({ number: count() }).from(shows).where(isTheirs).get() ?? { number: 0 }
  if (number < mostShows) return
  const oldest = db
    .select({ id: shows.id })
    .from(shows)
    .where(and(isTheirs, lte(shows.endsAt, now())))
    .orderBy(asc(shows.startsAt))
    .limit(1)
    .get()
  if (!oldest) {
    throw new AppError('BAD_STATE', say('You have {mostShows} shows to come.', { mostShows }), {
      hint: say('Delete one first.'),
    })
  }
  db.delete(shows).where(eq(shows.id, oldest.id)).run()
}

type Values = Omit<ShowRow, 'id' | 'artistId' | 'createdAt' | 'changedAt'>

function readShow(ctx: Ctx, author: Viewer, draft: NewShow, before?: ShowRow): Values {
  const when = readWhen(ctx, draft)
  const { withWhom = null, state = 'ON', onCard = false } = draft
  const words = {
    venue: cleanLine(draft.venue),
    town: cleanLine(draft.town),
    withWhom: cleanLine(withWhom ?? '') || null,
  }
  if (words.venue === '') throw invalid('venue', say('Enter the name of the place.'))
  if (words.town === '') throw invalid('town', say('Enter the town.'))
  if (!isCountry(draft.country)) throw invalid('country', say('Choose a country.'))
  for (const field of ['venue', 'town', 'withWhom'] as const) {
    const text = words[field]
    if (text === null || text === before?.[field]) continue
    refuseBlockedWords(ctx, field, text)
    refuseLinksOfNew(ctx, author.userId, field, text)
  }
  const ticketsUrl = readTickets(draft.ticketsUrl ?? null)
  if (ticketsUrl !== null && ticketsUrl !== before?.ticketsUrl) {
    refuseLinksOfNew(ctx, author.userId, 'ticketsUrl', ticketsUrl)
  }
  return { ...when, ...words, country: draft.country, ticketsUrl, state, onCard }
}

function readTickets(typed: string | null): string | null {
  const text = typed?.trim() ?? ''
  if (text === '') return null
  const href = httpsUrl(text)
  if (href !== undefined) return href
  throw invalid('ticketsUrl', say('A link must be an https address, without a user name.'))
}

const isHour = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)

function readWhen(ctx: Ctx, draft: NewShow): Pick<Values, 'day' | 'time' | 'doors' | 'zone' | 'startsAt' | 'endsAt'> {
  const { day } = draft
  const count = dayOf(day)
  if (count === undefined) throw invalid('day', say('There is no such day.'), say('Write it as in 2026-12-05.'))
  const zone = readZone(draft.zone)
  if (zone === undefined)
    throw invalid('zone', say('There is no such time zone.'), say('Write it as in Europe/Berlin.'))
  const [time, doors] = (['time', 'doors'] as const).map((field) => {
    const text = draft[field] ?? ''
    if (text === '') return null
    if (!isHour(text)) throw invalid(field, say('There is no such hour.'), say('Write it as in 20:00.'))
    // The clocks skip an hour when they are set forward.
    if (momentIn(zone, `${day}T${text}`) === null) {
      throw invalid(field, say('The clocks of {zone} do not show this hour on that day.', { zone }))
    }
    return text
  })
  if (time && doors && doors > time) throw invalid('doors', say('Doors open before the show begins.'))
  const midnightOf = (count: number) => momentOf(`${dateOf(count)}T00:00`, zone)
  const startsAt = time ? momentIn(zone, `${day}T${time}`) : midnightOf(count)
  const nextDay = midnightOf(count + 1)
  if (startsAt === null || startsAt === undefined || nextDay === undefined) {
    throw invalid('day', say('There is no such day.'), say('Write it as in 2026-12-05.'))
  }
  const endsAt = time ? Math.max(nextDay, startsAt + leastShownMs) : nextDay
  if (endsAt <= ctx.now()) throw invalid('day', say('This day is in the past.'))
  if (startsAt > ctx.now() + furthestMs) throw invalid('day', say('A show is at most three years ahead.'))
  return { day, time: time ?? null, doors: doors ?? null, zone, startsAt, endsAt }
}
