import { setImmediate } from 'node:timers/promises'
import { and, desc, eq, gt, lte, min, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets, listedCassets, searchedCassets } from '../../../db/schema/casset/casset.ts'
import { releasePolicies } from '../../../db/schema/casset/usage.ts'
import { publishedReleases, releaseVersions } from '../../../db/schema/release/release.ts'
import { slugColumn } from '../../casset/artist-of.ts'
import { isFound } from '../../casset/usage/read-terms.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { newestSignedId } from '../../release/read-version.ts'
import { addresses } from '../../release/rendering/addresses.ts'

/** The position of the first casset that was ever listed; later ones count down from there. */
const firstPlace = 268_435_455
const cassetsOfPage = 100
/** A page of a sitemap may contain 50,000 addresses (sitemaps.org). */
const mostReleases = 490

/** An address in a sitemap, and the day of its last change, where that is known. */
export type SitemapEntry = { path: string; changedAt: number | null }

const lastPlace = prepared((db) => db.select({ place: min(searchedCassets.position) }).from(searchedCassets))

const listedIn = prepared((db) =>
  db
    .select({ id: cassets.id, slug: slugColumn(), handle: artists.handle })
    .from(searchedCassets)
    .innerJoin(listedCassets, eq(listedCassets.cassetId, searchedCassets.cassetId))
    .innerJoin(cassets, eq(cassets.id, searchedCassets.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(
      and(
        gt(searchedCassets.position, sql.placeholder('after')),
        lte(searchedCassets.position, sql.placeholder('upTo')),
      ),
    )
    .orderBy(desc(searchedCassets.position)),
)

const foundReleases = prepared((db) =>
  db
    .select({ id: publishedReleases.releaseId, issuedAt: releaseVersions.issuedAt })
    .from(publishedReleases)
    .innerJoin(
      releasePolicies,
      and(
        eq(releasePolicies.releaseId, publishedReleases.releaseId),
        eq(releasePolicies.scope, 'search-index'),
        eq(releasePolicies.decision, 'ALLOW'),
      ),
    )
    .innerJoin(releaseVersions, eq(releaseVersions.id, newestSignedId(db, publishedReleases.releaseId)))
    .where(eq(publishedReleases.cassetId, sql.placeholder('cassetId')))
    .orderBy(desc(publishedReleases.releaseId))
    .limit(mostReleases),
)

/** A casset stays on its page, so that robots need not read all pages again. */
export function countSitemapPages({ db }: Ctx): number {
  const place = lastPlace(db).get()?.place ?? null
  return place === null ? 0 : Math.ceil((firstPlace - place + 1) / cassetsOfPage)
}

/**
 * Returns the addresses on a page of the sitemap: public cassets and their releases, without those
 * excluded from search (rule: policy-documents). Throws NOT_FOUND for an unknown page.
 */
export async function readSitemapPage(ctx: Ctx, number: number): Promise<SitemapEntry[]> {
  if (number < 1 || number > countSitemapPages(ctx)) throw notFound('page')
  const upTo = firstPlace - (number - 1) * cassetsOfPage
  const found: SitemapEntry[] = []
  for (const { id, slug, handle } of listedIn(ctx.db).all({ upTo, after: upTo - cassetsOfPage })) {
    const releases = foundReleases(ctx.db).all({ cassetId: id })
    if (isFound(ctx, id)) found.push({ path: pagePath(slug), changedAt: null })
    for (const { id: releaseId, issuedAt } of releases) {
      found.push({ path: addresses.pageOf(handle, releaseId), changedAt: issuedAt })
    }
    // Some artists have hundreds: other requests are served between them.
    if (releases.length > 20) await setImmediate()
  }
  return found
}
