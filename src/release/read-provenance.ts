import { and, desc, eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import type { cassets } from '../../db/schema/casset/casset.ts'
import { publishedReleases, releaseVersions } from '../../db/schema/release/release.ts'
import { offeredPrice } from '../casset/usage/pricing-state.ts'
import { readPolicies } from '../casset/usage/read-policies.ts'
import type { Ctx } from '../context.ts'
import { ofSigned } from './read-version.ts'
import { readAnchor } from './transparency-log/read-anchor.ts'

const { releaseId, canonicalVersion, manifestStatus } = releaseVersions
const { canonicalHash, logPosition } = ofSigned

const newestOf = prepared((db) =>
  db
    .select({ releaseId, canonicalVersion, canonicalHash, logPosition })
    .from(publishedReleases)
    .innerJoin(releaseVersions, and(eq(releaseId, publishedReleases.releaseId), sql`${manifestStatus} = 'READY'`))
    .where(eq(publishedReleases.cassetId, sql.placeholder('cassetId')))
    .orderBy(desc(publishedReleases.releaseId), desc(canonicalVersion))
    .limit(1),
)

/** Null when none is public. */
export function readProvenance(ctx: Ctx, casset: Pick<typeof cassets.$inferSelect, 'id' | 'published' | 'privacy'>) {
  if (!casset.published || casset.privacy === 'private') return null
  const found = newestOf(ctx.db).get({ cassetId: casset.id })
  if (!found) return null
  const { logPosition, ...shown } = found
  return { ...shown, anchorStatus: readAnchor(ctx, logPosition).status, licensedFrom: leastPrice(ctx, found.releaseId) }
}

/** Returns the price in the currency of the first one; null when none is sold. */
function leastPrice(ctx: Ctx, id: string) {
  const prices = readPolicies(ctx, id).flatMap((policy) => offeredPrice(policy) ?? [])
  const [first] = prices
  if (!first) return null
  const alike = prices.filter(({ currency }) => currency === first.currency)
  return { ...first, amount: Math.min(...alike.map(({ amount }) => amount)) }
}
