import ReleaseIsland, { type ReleaseProps } from '../../../../public/islands/studio/releases/release.tsx'
import { obstacleTo } from '../../../books/seller/can-be-paid.ts'
import { visibleCassetById } from '../../../casset/access/visible-casset.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { titleLength } from '../../../lib/text/title-length.ts'
import { pricesIn } from '../../../platform/payment/settled-least.ts'
import { listOwnLinks } from '../../../release/link/remove-link.ts'
import { ownRelease } from '../../../release/own-release.ts'
import { readOwnerDna, readPreview } from '../../../release/owner/read-preview.ts'
import { readRelease } from '../../../release/owner/read-release.ts'
import { listRequests } from '../../../release/request/read-requests.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { ownMediaOf, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'

const linksShown = 100
const requestsShown = 100

/** `/studio/releases/{id}`: one of the artist's releases. */
export const studioReleaseRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/releases/:id', viewer: required }, ({ viewer, params: { id } }) => {
    const row = ownRelease(ctx, id, viewer)
    const media = ownMediaOf(ctx, visibleCassetById(ctx, row.cassetId, viewer), viewer)
    const { permissionPolicies: policies, provenance } = readOwnerDna(ctx, row)
    const { requests } = listRequests(ctx, viewer, id, requestsShown)
    const { currency } = media.casset.price
    const named = [...policies.map(({ price }) => price), ...requests.map(({ offer }) => offer)]
    const description = say('Credits and rights of a release.')
    return {
      head: studioHead(ctx, media, { title: row.title, description, path: '/studio/releases' }),
      main: (
        <StudioReleasePage
          media={media}
          tracks={media.tracks.map((track) => ({ id: track.id, title: track.title }))}
          release={readRelease(ctx, row)}
          policies={policies}
          currency={currency}
          obstacle={obstacleTo(ctx, media.casset.slug)}
          ownsSite={viewer.role === 'owner'}
          preview={readPreview(ctx, row)}
          prices={pricesIn(ctx, [currency, ...named.flatMap((sum) => sum?.currency ?? [])])}
          requests={requests}
          links={listOwnLinks(ctx, viewer, id, linksShown).links}
          provenance={provenance}
          publicPath={isShown(media.casset) ? `/@${media.artist.handle}/releases/${row.id}` : null}
        />
      ),
    }
  })

const ReleaseDesk = island('studio/releases/release', ReleaseIsland)

const isShown = ({ published, privacy }: Media['casset']) => published && privacy !== 'private'

type StudioReleasePageProps = ReleaseProps & { media: Media }

const StudioReleasePage = ({ media, ...release }: StudioReleasePageProps) => (
  <StudioLayout here="/studio/releases" texture={media.texture} theme={media.theme}>
    <article class="jcard releases-card">
      <header>
        <p>
          <a href="/studio/releases">{say('All credits & rights')}</a>
        </p>
        <h1 dir="auto" data-length={titleLength(release.release.title)}>
          {release.release.title}
        </h1>
      </header>
      <ReleaseDesk {...release} />
    </article>
  </StudioLayout>
)
