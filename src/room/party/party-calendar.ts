import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { fileName } from '../../lib/file/file-name.ts'
import { say } from '../../lib/language/say.ts'
import { hourMs } from '../../lib/time/calendar.ts'
import { sendCalendar } from '../../platform/http/answer/send-calendar.ts'
import { partyPath, type SeenParty, tracksOf } from './party.ts'

const mostNameBytes = 100

/** Answers the hour of a party as a file for calendars. Throws NOT_FOUND for one that has ended. */
export function sendParty(ctx: Ctx, { world: { casset, artist }, party }: SeenParty): Response {
  if (party.endedAt !== null) throw notFound('party')
  const lengthSec = tracksOf(ctx, party).reduce((sum, { durationSec }) => sum + (durationSec ?? 0), 0)
  const url = ctx.site.origin + partyPath(artist.handle)
  return sendCalendar(
    {
      uid: `party-${party.id}@${new URL(ctx.site.origin).hostname}`,
      title: say('Listening party for {name}', { name: casset.name }),
      text: `${say('{name} by {displayName}', { name: casset.name, displayName: artist.displayName })}\n${url}`,
      url,
      startsAt: party.startsAt,
      // How long it lasts is nobody's business before it is published.
      lengthMs: casset.published && lengthSec > 0 ? Math.ceil(lengthSec * 1000) : hourMs,
      madeAt: ctx.now(),
    },
    fileName(casset.name, mostNameBytes) || artist.handle,
  )
}
