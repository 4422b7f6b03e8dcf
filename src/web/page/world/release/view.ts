import { canBePaid } from '../../../../books/seller/can-be-paid.ts'
import { visibleCassetById } from '../../../../casset/access/visible-casset.ts'
import { toTheme } from '../../../../casset/to-casset.ts'
import { offeredPrice, pricingStateOf } from '../../../../casset/usage/pricing-state.ts'
import { readPolicies } from '../../../../casset/usage/read-policies.ts'
import { soundLicenseOf } from '../../../../casset/usage/usage-headers.ts'
import type { Ctx } from '../../../../context.ts'
import { notFound } from '../../../../errors.ts'
import { pagePath } from '../../../../lib/text/slug.ts'
import { toCover } from '../../../../platform/asset/asset-url.ts'
import { payablePrices } from '../../../../platform/payment/settled-least.ts'
import { readLineage } from '../../../../release/link/read-lineage.ts'
import { rslUrl } from '../../../../release/next-step.ts'
import { newestEvent, newestEvents } from '../../../../release/provenance/list-events.ts'
import { manifestOf, signedVersionNamed } from '../../../../release/read-version.ts'
import { addresses } from '../../../../release/rendering/addresses.ts'
import { releaseData } from '../../../../release/rendering/schema-org.ts'
import { readAnchor } from '../../../../release/transparency-log/read-anchor.ts'
import { visibleRelease } from '../../../../release/visible-release.ts'
import { themeOf } from '../../../document/theme.ts'
import { scopeText } from './labels.ts'

const shownEvents = 20
const shownLinks = 50

/** Throws NOT_FOUND, also for a release of another artist. */
export function readReleaseView(ctx: Ctx, handle: string, id: string) {
  const found = visibleRelease(ctx, id)
  if (found.handle !== handle) throw notFound('release')
  const { casset, cover, artist: credited } = visibleCassetById(ctx, found.cassetId, null)
  const { version } = found
  const manifest = manifestOf(version)
  const { release, artist, tracks, contributors, rightsScopes, issuedAt } = manifest
  const { log, status } = readAnchor(ctx, version.logPosition)
  const theme = toTheme(casset)
  const policies = readPolicies(ctx, id).filter((policy) => !isBoughtInstead(policy, casset.priceMinor))
  const sold = {
    path: pagePath(credited.handle),
    price: { amount: casset.priceMinor, currency: casset.currency },
  }
  const view = {
    casset: {
      name: casset.name,
      path: pagePath(credited.handle),
      slug: credited.handle,
      cover: cover && toCover(cover),
      pattern: casset.patternId,
      background: theme.cassetBackgroundSource,
    },
    release,
    artist,
    version: version.canonicalVersion,
    issuedAt,
    hash: version.canonicalHash,
    tracks: tracks.map(({ title, durationMs, isrc, aiDisclosure }) => ({ title, durationMs, isrc, aiDisclosure })),
    contributors,
    rightsScopes,
    policies: policies.map(({ scope, decision, terms }) => ({ scope, decision, terms })),
    offers: policies.flatMap((policy) => {
      const price = offeredPrice(policy)
      return price === null
        ? []
        : [
            {
              scope: policy.scope,
              text: scopeText(policy.scope),
              price,
              terms: policy.terms,
              sold: policy.scope === 'download' && casset.priceMinor > 0 ? sold : null,
            },
          ]
    }),
    asked: askedOf(policies),
    currency: casset.currency,
    prices: payablePrices(ctx, casset.currency),
    canBePaid: canBePaid(ctx, credited.handle),
    hasMail: ctx.mailer !== undefined,
    lineage: readLineage(ctx, id, shownLinks),
    events: newestEvents(ctx, id, shownEvents),
    eventCount: newestEvent(ctx, id).eventCount,
    anchor: { status, index: log?.index ?? null, origin: new URL(ctx.site.origin).host },
  }
  const { origin } = ctx.site
  const url = origin + addresses.pageOf(handle, id)
  const withLinks = (track: (typeof tracks)[number]) => ({
    ...track,
    hookUrl: `${origin}/api/audio/${track.id}/hook`,
    license: origin + soundLicenseOf(track.id),
  })
  // Sources may have been linked, or taken off, since it was signed.
  const stated = { ...manifest, lineage: view.lineage, tracks: tracks.map(withLinks) }
  const structured = releaseData(stated, {
    url,
    artistPage: (of) => `${origin}/@${of}`,
    license: rslUrl(ctx, id),
    usageInfo: url,
    pageOf: (...which) => origin + addresses.pageOf(...which),
    published: new Date(signedVersionNamed(ctx, id, '1')?.issuedAt ?? version.issuedAt).toISOString().slice(0, 10),
    ...(cover ? { image: new URL(toCover(cover).url, origin).href } : {}),
  })
  const isListed = casset.privacy === 'public'
  return { view, structured, isListed, theme, sheet: themeOf(ctx, { theme, cover: cover ? toCover(cover) : null }) }
}

/** Whether everybody buys what a license is asked for: the download of a casset that is sold. */
const isBoughtInstead = (policy: ReturnType<typeof readPolicies>[number], priceMinor: number): boolean =>
  policy.scope === 'download' && priceMinor > 0 && pricingStateOf(policy) === 'CONTACT_REQUIRED'

/** Returns the uses that the artist has to be asked for, and where else they can be asked. */
function askedOf(policies: ReturnType<typeof readPolicies>) {
  const asked = policies.filter((policy) => pricingStateOf(policy) === 'CONTACT_REQUIRED')
  return {
    uses: asked.map(({ scope }) => ({ scope, text: scopeText(scope) })),
    contacts: [...new Set(asked.flatMap(({ contact }) => contact ?? []))],
  }
}

export type ReleaseView = ReturnType<typeof readReleaseView>['view']
