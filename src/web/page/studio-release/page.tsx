import ReleaseIsland, { type ReleaseProps } from '../../../../public/islands/studio/releases/release.tsx'
import { count } from '../../../lib/count.ts'
import { titleLength } from '../../../lib/title-length.ts'
import { island } from '../../island.tsx'
import { StudioLayout } from '../../parts/studio-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'

const ReleaseDesk = island('studio/releases/release', ReleaseIsland)

const isShown = ({ published, privacy }: Media['casset']) => published && privacy !== 'private'

type StudioReleasePageProps = ReleaseProps & { media: Media; eventCount: number; head: string }

/** One release: its details, people, permissions and versions. */
export const StudioReleasePage = ({ media, eventCount, head, ...release }: StudioReleasePageProps) => (
  <StudioLayout here="/studio/releases" texture={media.texture} theme={media.theme}>
    <article class="jcard releases-card">
      <header>
        <p>
          <a href="/studio/releases">All releases</a>
        </p>
        <h1 dir="auto" data-length={titleLength(release.release.title)}>
          {release.release.title}
        </h1>
      </header>
      <ReleaseDesk {...release} />
      <section aria-labelledby="provenance">
        <h2 id="provenance">Provenance</h2>
        <p>
          {count(eventCount, 'event')} so far, each naming the one before. Nobody can change them, not even you. The
          hash of the newest one:
        </p>
        <p class="mono hash">{head}</p>
        {release.release.canonicalVersion !== null && isShown(media.casset) && (
          <p>
            <a class="key" href={`/@${media.artist.handle}/releases/${release.release.id}`}>
              See its public page and verify it
            </a>
          </p>
        )}
      </section>
    </article>
  </StudioLayout>
)
