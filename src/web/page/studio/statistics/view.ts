import { countFollowingByEmail } from '../../../../audience/mailing-list/own-list.ts'
import { countFollowers } from '../../../../casset/follow/read-follow.ts'
import type { Plays } from '../../../../casset/play/model.ts'
import { ownPlayed, readPlays } from '../../../../casset/play/read-plays.ts'
import type { Ctx } from '../../../../context.ts'
import { readCassets } from '../../../../earnings/report/read-cassets.ts'
import { readStatistics } from '../../../../earnings/report/read-statistics.ts'
import { readSupporters, type Supporters } from '../../../../earnings/report/read-supporters.ts'
import { say } from '../../../../lib/language/say.ts'
import { type Days, dateOf, dayAt, monthStart } from '../../../../lib/time/calendar.ts'
import type { Viewer } from '../../../../platform/http/session/session.ts'
import { type CassetRows, cassetRows } from './casset-rows.ts'

export const playSpans = () =>
  ({ '7d': say('7 days'), '30d': say('30 days'), '90d': say('90 days'), '12m': say('12 months') }) as const

export type PlaySpan = keyof ReturnType<typeof playSpans>

export type PlaysView = {
  span: PlaySpan
  /** The chosen tape; undefined for all of them. */
  chosen: string | undefined
  tapes: readonly { id: string; name: string }[]
  plays: Plays
  /** Figures by casset; undefined where there is nothing to compare. */
  cassets: CassetRows | undefined
  followers: number
  byEmail: number
  supporters: Supporters
  csvPath: string
}

const isSpan = (name: string): name is PlaySpan => Object.hasOwn(playSpans(), name)
const dividedBy = { '7d': 'day', '30d': 'day', '90d': 'week', '12m': 'month' } as const

/** Returns the viewer's statistics for the chosen period and tape. Throws as `readPlays` does. */
export async function readPlaysView(ctx: Ctx, viewer: Viewer, asked = '30d', chosen?: string): Promise<PlaysView> {
  const span = isSpan(asked) ? asked : '30d'
  const days = daysOf(span, dayAt(ctx.now()))
  const range = new URLSearchParams({ from: dateOf(days.from), to: dateOf(days.to) })
  if (chosen !== undefined) range.set('casset', chosen)
  const tapes = ownPlayed(ctx, viewer)
  const plays = await readPlays(ctx, viewer, days, dividedBy[span], chosen)
  const statistics = await readStatistics(ctx, viewer, days, dividedBy[span])
  return {
    span,
    chosen,
    tapes,
    plays,
    cassets: cassetRows(plays, await readCassets(ctx, viewer.artistId, days), statistics),
    followers: countFollowers(ctx, viewer.artistId),
    byEmail: countFollowingByEmail(ctx, viewer.artistId),
    supporters: readSupporters(ctx, chosen === undefined ? tapes.map(({ id }) => id) : [chosen], days),
    csvPath: `/api/studio/plays.csv?${range}`,
  }
}

function daysOf(span: PlaySpan, to: number): Days {
  const from = { '7d': to - 6, '30d': to - 29, '90d': to - 89, '12m': monthStart(to, 11) }
  return { from: from[span], to }
}
