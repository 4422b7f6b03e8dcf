import { openingOf } from '../../casset/access/opening.ts'
import { visibleCasset } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { fileName } from '../../lib/file/file-name.ts'
import { say } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { sendCalendar } from '../../platform/http/answer/send-calendar.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

const lengthMs = 15 * 60_000
const mostNameBytes = 100

export const openingCalendarPath = (slug: string): string => `/api/casset/${slug}/opening.ics`

/**
 * Answers the hour of a preorder as a file for calendars. Throws NOT_FOUND for a casset that the
 * viewer may not see, and for one that is open.
 */
export function sendOpening(ctx: Ctx, slug: string, viewer: Viewer | null): Response {
  const { casset, artist } = visibleCasset(ctx, slug, viewer)
  const { opensAt } = openingOf(ctx, casset.id)
  if (opensAt === null) throw notFound('file')
  const url = ctx.site.origin + pagePath(artist.handle)
  const title = say('{name} by {artist} opens', { name: casset.name, artist: artist.displayName })
  return sendCalendar(
    {
      uid: `opening-${casset.id}@${new URL(ctx.site.origin).hostname}`,
      title,
      text: say('From now on you play and download all of it:\n{url}', { url }),
      url,
      startsAt: opensAt,
      lengthMs,
      madeAt: ctx.now(),
    },
    fileName(casset.name, mostNameBytes) || artist.handle,
  )
}
