import type { Ctx } from '../../../../context.ts'
import { firstDay } from '../../../../earnings/report/first-day.ts'
import type { Statistics } from '../../../../earnings/report/model.ts'
import { readStatistics } from '../../../../earnings/report/read-statistics.ts'
import { say } from '../../../../lib/language/say.ts'
import { type Days, type Division, dateOf, dayAt, monthStart } from '../../../../lib/time/calendar.ts'
import type { Viewer } from '../../../../platform/http/session/session.ts'

export const salesSpans = () =>
  ({
    '7d': say('7 days'),
    '30d': say('30 days'),
    '90d': say('90 days'),
    '12m': say('12 months'),
    all: say('All ## the time'),
  }) as const

export type SalesSpan = keyof ReturnType<typeof salesSpans>

export type SalesView = { span: SalesSpan; statistics: Statistics; csvPath: string }

const isSpan = (name: string): name is SalesSpan => Object.hasOwn(salesSpans(), name)

const dividedBy = { '7d': 'day', '30d': 'day', '90d': 'week', '12m': 'month' } as const

/** The maximum number of bars for days or weeks. */
const fitting = { day: 45, week: 7 * 40 }

/** Returns the viewer's statistics for the chosen period; undefined before the first sale. */
export async function readSalesView(ctx: Ctx, viewer: Viewer, asked = '30d'): Promise<SalesView | undefined> {
  const first = firstDay(ctx, viewer)
  if (first === undefined) return undefined
  const span = isSpan(asked) ? asked : '30d'
  const days = daysOf(span, first, dayAt(ctx.now()))
  const statistics = await readStatistics(ctx, viewer, days, span === 'all' ? divisionOf(days) : dividedBy[span])
  const range = new URLSearchParams({ from: dateOf(days.from), to: dateOf(days.to) })
  return { span, statistics, csvPath: `/api/studio/statistics.csv?${range}` }
}

function daysOf(span: SalesSpan, first: number, to: number): Days {
  const from = { '7d': to - 6, '30d': to - 29, '90d': to - 89, '12m': monthStart(to, 11), all: Math.min(first, to) }
  return { from: from[span], to }
}

function divisionOf({ from, to }: Days): Division {
  const length = to - from + 1
  if (length <= fitting.day) return 'day'
  return length <= fitting.week ? 'week' : 'month'
}
