import Studio, { type StudioProps } from '../../../../public/islands/studio/studio.tsx'
import { island } from '../../island.tsx'
import { StudioLayout } from '../../parts/studio-layout.tsx'

const StudioIsland = island('studio/studio', Studio)

/** The studio's first page, in the colours of the artist's world. */
export const StudioPage = (props: StudioProps) => (
  <StudioLayout here="/studio" texture={props.media.texture} theme={props.media.theme}>
    <StudioIsland {...props} />
  </StudioLayout>
)
