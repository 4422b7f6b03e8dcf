import Studio, { type StudioProps } from '../../../../public/islands/studio/studio.tsx'
import { island } from '../../island.tsx'
import { StudioLayout } from '../../parts/studio-layout.tsx'

const StudioDesk = island('studio/studio', Studio)

/** The artist's own desk. It wears the world it makes. */
export const StudioPage = (props: StudioProps) => (
  <StudioLayout here="/studio" texture={props.media.texture} theme={props.media.theme}>
    <StudioDesk {...props} />
  </StudioLayout>
)
