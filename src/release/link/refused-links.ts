import { and, count, eq, gt, inArray } from 'drizzle-orm'
import { refusedAgents, refusedDerivatives, releaseLinks } from '../../../db/schema/release/link.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'

type LinkRow = typeof releaseLinks.$inferSelect

/** The most links that one agent registers in a day, for all releases of the site together. */
const mostInADay = 100

/** Returns the key by which a refused derivative is recognised. */
export const derivativeOf = (link: Pick<LinkRow, 'derivativeReleaseId' | 'externalUrl'>): string =>
  link.derivativeReleaseId ?? link.externalUrl ?? ''

/**
 * Throws FORBIDDEN for a work that an artist removed from this release for good, and for an agent
 * whose links one of its artists refuses.
 */
export function refuseRefused(
  { db }: Ctx,
  releaseId: string,
  cassetIds: readonly string[],
  link: Pick<LinkRow, 'derivativeReleaseId' | 'externalUrl'>,
  agent: string | null,
): void {
  const derivative = db
    .select()
    .from(refusedDerivatives)
    .where(and(eq(refusedDerivatives.releaseId, releaseId), eq(refusedDerivatives.derivative, derivativeOf(link))))
    .get()
  if (derivative) throw new AppError('FORBIDDEN', say('The artist does not want this linked with the release.'))
  if (agent === null) return
  const refused = db
    .select()
    .from(refusedAgents)
    .where(and(inArray(refusedAgents.cassetId, [...cassetIds]), eq(refusedAgents.agent, agent)))
    .get()
  if (refused) throw new AppError('FORBIDDEN', say('The artist takes no links from this agent.'))
}

/** Throws BAD_STATE when an agent has registered as many links as allowed in a day. */
export function refuseBusyAgent(ctx: Ctx, agent: string): void {
  const found = ctx.db
    .select({ links: count() })
    .from(releaseLinks)
    .where(and(eq(releaseLinks.agent, agent), gt(releaseLinks.registeredAt, ctx.now() - dayMs)))
    .get()
  if ((found?.links ?? 0) < mostInADay) return
  throw new AppError('BAD_STATE', say('An agent registers at most {mostInADay} links in a day.', { mostInADay }), {
    hint: say('Go on tomorrow.'),
  })
}
