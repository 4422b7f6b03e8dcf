import { Type as t } from '@sinclair/typebox'
import { and, eq, gt, or, sql } from 'drizzle-orm'
import { releaseLinks as links } from '../../../db/schema/release/link.ts'
import { releases } from '../../../db/schema/release/release.ts'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
import { artistOf } from '../../casset/artist-of.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'

export const linkNotification = defineNotification('work-linked', {
  namesOthers: true,
  digest: 'news',
  details: t.Object({ releaseId: t.String(), title: t.String(), agent: t.Union([t.String(), t.Null()]) }),
  message: ({ releaseId, title, agent }) => ({
    title: say('A work was linked with “{title}”', { title }),
    text:
      agent === null
        ? say('A program says that one was made from the other. Keep it or remove it')
        : say('The program of {agent} says that one was made from the other. Keep it or remove it', { agent }),
    path: `/studio/releases/${releaseId}#links`,
  }),
})

type Link = typeof links.$inferSelect

const mostADay = 20

/**
 * Tells the artists at both ends of a link, at most of a number a day for each release
 * (rule: derivative-claims). Called in the transaction that stores the link.
 */
export function notifyOfLink(ctx: Ctx, link: Link): void {
  const ends = [link.sourceReleaseId, link.derivativeReleaseId].filter((id) => id !== null)
  for (const releaseId of ends) {
    if (linkedToday(ctx, releaseId, link.registeredAt) > mostADay) continue
    const release = ctx.db.select().from(releases).where(eq(releases.id, releaseId)).get()
    if (!release) throw new Error(`There is no release ${releaseId}.`)
    const { id: artistId } = artistOf(ctx, release.cassetId)
    const details = { releaseId, title: release.title, agent: link.agent }
    notify(ctx, linkNotification, { artistId, key: `${link.id}:${releaseId}`, details })
  }
}

const linkedToday = ({ db }: Ctx, releaseId: string, now: number): number =>
  db
    .select({ links: sql<number>`count(*)` })
    .from(links)
    .where(
      and(
        or(eq(links.sourceReleaseId, releaseId), eq(links.derivativeReleaseId, releaseId)),
        gt(links.registeredAt, now - dayMs),
      ),
    )
    .get()?.links ?? 0
