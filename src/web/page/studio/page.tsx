import Studio, { type StudioProps } from '../../../../public/islands/studio/studio.tsx'
import { island } from '../../island.tsx'
import { StudioLayout, type StudioLayoutProps } from '../../parts/studio-layout.tsx'

const StudioIsland = island('studio/studio', Studio)

type StudioPageProps = StudioProps & Pick<StudioLayoutProps, 'here'>

/** The page on which everything of a casset is edited, in the colours of its world. */
export const StudioPage = ({ here, ...props }: StudioPageProps) => (
  <StudioLayout here={here} texture={props.media.texture} theme={props.media.theme}>
    <StudioIsland {...props} />
  </StudioLayout>
)
