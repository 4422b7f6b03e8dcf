import CodesIsland, { type CodesProps } from '../../../../public/islands/studio/codes/codes.tsx'
import { island } from '../../island.tsx'
import { AboutShared, studioPageOf } from '../../parts/shared-studio.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { StudioLayout } from '../../parts/studio-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'

const Codes = island('studio/codes/codes', CodesIsland)

type StudioCodesPageProps = Omit<CodesProps, 'cassetId'> & { media: Media; path: string; nextCursor: string | null }

/** Download codes: created here, printed by the artist, redeemed by others. */
export const StudioCodesPage = ({ media, path, nextCursor, ...codes }: StudioCodesPageProps) => (
  <StudioLayout here={studioPageOf(media, 'codes').here} texture={media.texture} theme={media.theme}>
    <article class="jcard codes-card">
      <header>
        <AboutShared media={media} />
        <h1>Download codes</h1>
        <p>
          Each code gives your casset to one person for free. They type it in at <a href="/redeem">/redeem</a>, or open
          its link.
        </p>
      </header>
      <Codes cassetId={media.casset.id} {...codes} />
      <ShowOlder path={path} cursor={nextCursor} />
    </article>
  </StudioLayout>
)
