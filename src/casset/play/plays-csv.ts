import { and, asc, between, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { playDays, playMonths } from '../../../db/schema/casset/play.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import { csvLine, csvMark } from '../../lib/text/csv.ts'
import { type Days, dateOf } from '../../lib/time/calendar.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { sendCsv } from '../../platform/http/answer/send-csv.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { ownPlayed } from './read-plays.ts'

const columns = ['from', 'span', 'casset', 'counted', 'name', 'plays']
const kinds = ['preview', 'whole', 'source', 'language'] as const

const playsIn = (table: typeof playDays | typeof playMonths) =>
  prepared((db) =>
    db
      .select()
      .from(table)
      .where(
        and(
          eq(table.cassetId, sql.placeholder('cassetId')),
          eq(table.counted, sql.placeholder('counted')),
          between(table.day, sql.placeholder('from'), sql.placeholder('until')),
        ),
      )
      .orderBy(asc(table.day), asc(table.name)),
  )

const spans = [['month', playsIn(playMonths)] as const, ['day', playsIn(playDays)] as const]

/**
 * Returns a file of the plays of an artist's cassets in a span of days, or of one of them: a line a
 * day, for days that are over 90 days old a line a month, and each track, host or language.
 */
export const playsFile = (ctx: Ctx, viewer: Viewer, days: Days, asked?: string): Response =>
  sendCsv(
    linesOf(ctx, ownPlayed(ctx, viewer, asked), days),
    `${viewer.handle}-plays-${dateOf(days.from)}-to-${dateOf(days.to)}`,
  )

async function* linesOf(ctx: Ctx, played: readonly { id: string; name: string }[], days: Days): AsyncGenerator<string> {
  yield csvMark + csvLine(columns)
  const pace = createPace(ctx.monotonicMs)
  for (const { id, name } of played) {
    const titles = new Map(
      ctx.db
        .select({ id: tracks.id, title: tracks.title })
        .from(tracks)
        .where(eq(tracks.cassetId, id))
        .all()
        .map((track) => [track.id, track.title]),
    )
    for (const [span, plays] of spans)
      for (const counted of kinds)
        for (let day = days.from; day <= days.to; day += daysAtOnce) {
          const until = Math.min(days.to, day + daysAtOnce - 1)
          const rows = plays(ctx.db).all({ cassetId: id, counted, from: day, until })
          const lines = rows.map((row) => {
            const what = titles.get(row.name) ?? row.name
            return csvLine([dateOf(row.day), span, name, counted, what, String(row.plays)])
          })
          if (lines.length > 0) yield lines.join('')
          await pace()
        }
  }
}

/** Of a casset of 500 tracks these are 5,000 lines. */
const daysAtOnce = 10
