import { and, desc, eq, lt, or } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { refusedAgents, refusedDerivatives, releaseLinks } from '../../../db/schema/release/link.ts'
import type { Ctx } from '../../context.ts'
import { invalid, notFound } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { ownRelease } from '../own-release.ts'
import { appendEvent } from '../provenance/append-event.ts'
import type { Link } from '../shape.ts'
import type { OwnLinks } from './model.ts'
import { readLink } from './read-lineage.ts'
import { derivativeOf } from './refused-links.ts'

type LinkRow = typeof releaseLinks.$inferSelect

/** An artist refuses with a link the linked work, or everything that its agent links. */
export type Refused = 'derivative' | 'agent'

const isOf = (releaseId: string) =>
  or(eq(releaseLinks.sourceReleaseId, releaseId), eq(releaseLinks.derivativeReleaseId, releaseId))

/** Lists both directions, newest first, with their authors and notes. */
export function listOwnLinks(ctx: Ctx, author: Viewer, id: string, limit: number, cursor?: string): OwnLinks {
  const { id: releaseId } = ownRelease(ctx, id, author)
  const rows = ctx.db
    .select()
    .from(releaseLinks)
    .where(and(isOf(releaseId), cursor === undefined ? undefined : lt(releaseLinks.id, cursor)))
    .orderBy(desc(releaseLinks.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, (row) => row.id)
  return {
    links: page.map((row) => toOwn(ctx, row, row.sourceReleaseId === releaseId)),
    nextCursor,
  }
}

const toOwn = (ctx: Ctx, { id, note }: LinkRow, isSource: boolean): OwnLinks['links'][number] =>
  isSource
    ? { ...readLink(ctx, id), direction: 'derivative', note }
    : // What the other release is made of: its address would be this release's.
      { ...withoutExternal(readLink(ctx, id, 'derivative')), direction: 'source', note }

const withoutExternal = ({ external: _, ...link }: Link): Link => link

/**
 * Removes a link from the caller's release, and from the one at its other end. With `refused:
 * 'derivative'` the same work cannot be linked again, with `'agent'` the agent that signed it
 * cannot link anything to any release of the casset. Throws NOT_FOUND, FORBIDDEN, VALIDATION for
 * the agent of an unsigned link.
 */
export function removeLink(ctx: Ctx, author: Viewer, id: string, linkId: string, refused?: Refused): void {
  const { id: releaseId, cassetId } = ownRelease(ctx, id, author)
  inTransaction(ctx.db, () => {
    const link = ctx.db
      .select()
      .from(releaseLinks)
      .where(and(eq(releaseLinks.id, linkId), isOf(releaseId)))
      .get()
    if (!link) throw notFound('link')
    if (refused !== undefined) refuse(ctx, link)
    if (refused === 'agent') refuseAgent(ctx, cassetId, link)
    ctx.db.delete(releaseLinks).where(eq(releaseLinks.id, linkId)).run()
    tell(ctx, author, link)
  })
}

function refuse(ctx: Ctx, link: LinkRow): void {
  ctx.db
    .insert(refusedDerivatives)
    .values({ releaseId: link.sourceReleaseId, derivative: derivativeOf(link), refusedAt: ctx.now() })
    .onConflictDoNothing()
    .run()
}

function refuseAgent(ctx: Ctx, cassetId: string, { agent }: LinkRow): void {
  if (agent === null) throw invalid('refuse', say('No agent signed this link, so none can be refused.'))
  ctx.db.insert(refusedAgents).values({ cassetId, agent, refusedAt: ctx.now() }).onConflictDoNothing().run()
}

/** Both releases get an event, as they did for the link. */
function tell(
  ctx: Ctx,
  { handle }: Viewer,
  { id: linkId, relation, sourceReleaseId, derivativeReleaseId }: LinkRow,
): void {
  const event = { type: 'DERIVATIVE_UNLINKED', actor: { kind: 'artist', handle } } as const
  appendEvent(ctx, sourceReleaseId, { ...event, payload: { linkId, relation, derivativeReleaseId } })
  if (derivativeReleaseId === null) return
  appendEvent(ctx, derivativeReleaseId, { ...event, payload: { linkId, relation, sourceReleaseId } })
}
