import { isShownTo, visibleCasset } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { countryName } from '../../lib/payment/country.ts'
import { hourMs } from '../../lib/time/calendar.ts'
import { type CalendarEvent, calendarOf } from '../../lib/time/calendar-file.ts'
import { answerRead } from '../../platform/http/answer/answer-read.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type ShowRow, showsOf, showsPath } from './show.ts'

/** Nobody says how long a show is. */
const lengthMs = 3 * hourMs

/** Returns the page of an artist, whose shows the viewer may see. Throws NOT_FOUND. */
export function pageOfShows(ctx: Ctx, handle: string, viewer: Viewer | null) {
  const world = visibleCasset(ctx, handle, viewer)
  const { casset } = world
  if (casset.slug !== null || casset.word !== null || !isShownTo(world, viewer)) throw notFound('page')
  return world
}

/**
 * Answers all shows of an artist that strangers may see as a file to which calendars subscribe. Its
 * bytes change only with the shows. Throws NOT_FOUND.
 */
export function sendShows(ctx: Ctx, request: Request, handle: string): Response {
  const { artist } = pageOfShows(ctx, handle.toLowerCase(), null)
  const rows = showsOf(ctx, artist.id)
  const changedAt = rows.reduce((last, row) => Math.max(last, row.changedAt), 0)
  const url = ctx.site.origin + showsPath(artist.handle)
  const events = rows.map((row) => toEvent(row, artist.displayName, url))
  const name = say('Shows of {artist}', { artist: artist.displayName })
  return answerRead(request, calendarOf(name, events), {
    'content-type': 'text/calendar; charset=utf-8',
    // It is written in the language of its reader.
    'cache-control': 'private, no-cache',
    ...(changedAt === 0 ? {} : { 'last-modified': new Date(changedAt).toUTCString() }),
  })
}

function toEvent(row: ShowRow, artist: string, url: string): CalendarEvent {
  const { id, day, time, doors, venue, town, country, withWhom, ticketsUrl, state, startsAt, changedAt } = row
  const lines = [
    state === 'CALLED_OFF' && say('Called off ## a show'),
    state === 'SOLD_OUT' && say('Sold out'),
    withWhom !== null && say('With {names} ## others who play at a show', { names: withWhom }),
    doors !== null && say('Doors: {time}', { time: doors }),
    ticketsUrl !== null && state === 'ON' && say('Tickets: {url}', { url: ticketsUrl }),
    url,
  ]
  return {
    uid: `show-${id}@${new URL(url).hostname}`,
    title: say('{artist} at {venue} ## a concert', { artist, venue }),
    text: lines.filter((line) => line !== false).join('\n'),
    place: [venue, town, countryName(country)].join(', '),
    url,
    ...(time === null ? { day } : { startsAt, lengthMs }),
    isCalledOff: state === 'CALLED_OFF',
    madeAt: changedAt,
  }
}
