import { and, count, eq } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { inTransaction } from '../../../db/commits.ts'
import { NoRow, rawStatement } from '../../../db/prepared.ts'
import { releaseLinks } from '../../../db/schema/release/link.ts'
import { cleanLine, cleanLines } from '../../account/clean-text.ts'
import { readPolicies } from '../../casset/usage/read-policies.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { numberText } from '../../lib/language/formats.ts'
import { say } from '../../lib/language/say.ts'
import { licenseOfToken } from '../permission/license-of-token.ts'
import { appendEvent } from '../provenance/append-event.ts'
import type { Link } from '../shape.ts'
import { knownRelease } from '../visible-release.ts'
import { notifyOfLink } from './link-notification.ts'
import type { NewDerivative } from './model.ts'
import { readLink } from './read-lineage.ts'
import { refuseBusyAgent, refuseRefused } from './refused-links.ts'

type Row = typeof releaseLinks.$inferSelect
export type Derivative = Pick<Row, 'derivativeReleaseId' | 'externalUrl' | 'externalTitle' | 'externalCreator'>

/**
 * Links a release to a work made from it. Repeating a link returns the same one. Throws NOT_FOUND
 * for releases that are not public, VALIDATION for a link to itself or in a circle, FORBIDDEN or
 * LICENSE_REQUIRED as its policy says, FORBIDDEN for links that its artist refused, BAD_STATE for
 * too many links. Pass the `agent` whose signature the request has.
 */
export function linkDerivative(
  ctx: Ctx,
  id: string,
  body: NewDerivative,
  agent: string | null = null,
): { link: Link; isNew: boolean } {
  const derivative = readDerivative(body.derivative)
  const source = knownRelease(ctx, id)
  const other = derivative.derivativeReleaseId
  const otherRelease = other === null ? [] : [knownRelease(ctx, other)]
  const cassetIds = [source, ...otherRelease].map(({ cassetId }) => cassetId)
  return inTransaction(ctx.db, () => {
    if (other !== null) refuseCircle(ctx, source.id, other)
    refuseByPolicy(ctx, source.id, body.licenseToken)
    refuseRefused(ctx, source.id, cassetIds, derivative, agent)
    const known = findLink(ctx, source.id, derivative, body.relation)
    if (known) return { link: readLink(ctx, known.id), isNew: false }
    refuseManyLinks(ctx, source.id, other)
    if (agent !== null) refuseBusyAgent(ctx, agent)
    const { relation } = body
    const link = ctx.db
      .insert(releaseLinks)
      .values({
        ...derivative,
        id: ctx.uuid(),
        sourceReleaseId: source.id,
        relation,
        agentKey: cleanLine(body.agentKey ?? '') || null,
        agent,
        note: cleanLines(body.note ?? null),
        registeredAt: ctx.now(),
      })
      .returning()
      .get()
    tell(ctx, link)
    return { link: readLink(ctx, link.id), isNew: true }
  })
}

function readDerivative({ releaseId, url, title, creator }: NewDerivative['derivative']): Derivative {
  if (releaseId !== undefined) {
    if (url !== undefined || title !== undefined || creator !== undefined) {
      throw invalid('derivative', say('A derivative is a release here or something elsewhere, not both.'))
    }
    return { derivativeReleaseId: releaseId, externalUrl: null, externalTitle: null, externalCreator: null }
  }
  const parsed = url === undefined || !URL.canParse(url) ? undefined : new URL(url)
  if (parsed?.protocol !== 'https:' || parsed.username !== '') {
    throw invalid('derivative.url', say('Give a releaseId, or the https address of what was made.'))
  }
  const [externalTitle, externalCreator] = [cleanLine(title ?? ''), cleanLine(creator ?? '')]
  if (externalTitle === '') throw invalid('derivative.title', say('Say what it is called.'))
  if (externalCreator === '') throw invalid('derivative.creator', say('Say who made it.'))
  return { derivativeReleaseId: null, externalUrl: parsed.href, externalTitle, externalCreator }
}

// UNION leaves out visited releases, so that it ends; the bound is far above any real lineage.
// Raw: recursion.
const madeOf = rawStatement<typeof NoRow, { from: string; wanted: string }>(
  NoRow,
  `WITH RECURSIVE sources (id) AS (
     VALUES ($from)
     UNION SELECT l.source_release_id FROM release_links l JOIN sources s ON l.derivative_release_id = s.id LIMIT 10000
   ) SELECT 1 AS found FROM sources WHERE id = $wanted`,
)

/** Throws when a release would be made from itself, or from a work made from it. */
function refuseCircle(ctx: Ctx, sourceId: string, derivativeId: string): void {
  if (!madeOf(ctx.db).get({ from: sourceId, wanted: derivativeId })) return
  throw invalid('derivative.releaseId', say('A release cannot be made from itself or from its own derivatives.'))
}

function refuseByPolicy(ctx: Ctx, releaseId: string, licenseToken: string | undefined): void {
  if (licenseOfToken(ctx, releaseId, licenseToken)?.scopes.includes('derivative-registration')) return
  const decision = readPolicies(ctx, releaseId).find(({ scope }) => scope === 'derivative-registration')?.decision
  if (decision === 'ALLOW') return
  if (decision === 'REQUIRE_LICENSE') {
    throw new AppError('LICENSE_REQUIRED', say('Registering a derivative of this release needs a license.'), {
      hint: say('Ask for a quote of the scope derivative-registration.'),
    })
  }
  throw new AppError('FORBIDDEN', say('The artist does not let derivatives of this release be registered.'), {
    ...(decision === 'CONTACT_OWNER' ? { hint: say('Ask the artist first.') } : {}),
  })
}

const mostLinks = 1_000

const linksWith = ({ db }: Ctx, end: SQLiteColumn, releaseId: string | null): number =>
  db.select({ links: count() }).from(releaseLinks).where(eq(end, releaseId)).get()?.links ?? 0

/** Lineages are read whole to leave out private releases, so their number has to be limited. */
function refuseManyLinks(ctx: Ctx, source: string, derivative: string | null): void {
  const made = linksWith(ctx, releaseLinks.sourceReleaseId, source)
  const sources = linksWith(ctx, releaseLinks.derivativeReleaseId, derivative)
  if (Math.max(made, sources) < mostLinks) return
  throw new AppError('BAD_STATE', say('A release can have at most {number} links.', { number: numberText(mostLinks) }))
}

function findLink(ctx: Ctx, sourceId: string, derivative: Derivative, relation: Row['relation']): Row | undefined {
  const { derivativeReleaseId, externalUrl } = derivative
  const whereSame =
    derivativeReleaseId === null
      ? eq(releaseLinks.externalUrl, externalUrl ?? '')
      : eq(releaseLinks.derivativeReleaseId, derivativeReleaseId)
  return ctx.db
    .select()
    .from(releaseLinks)
    .where(and(eq(releaseLinks.sourceReleaseId, sourceId), whereSame, eq(releaseLinks.relation, relation)))
    .get()
}

/**
 * Both releases get an event, and their artists are told. A work elsewhere is not named in it: an
 * event can never be deleted.
 */
function tell(ctx: Ctx, link: Row): void {
  notifyOfLink(ctx, link)
  const { id: linkId, relation, sourceReleaseId, derivativeReleaseId } = link
  const event = { type: 'DERIVATIVE_LINKED', actor: { kind: 'agent' } } as const
  appendEvent(ctx, sourceReleaseId, { ...event, payload: { linkId, relation, derivativeReleaseId } })
  if (derivativeReleaseId === null) return
  appendEvent(ctx, derivativeReleaseId, { ...event, payload: { linkId, relation, sourceReleaseId } })
}
