import ModerationIsland, { type ModerationProps } from '../../../../public/islands/studio/room/moderation.tsx'
import { island } from '../../island.tsx'
import { AboutShared, studioPageOf } from '../../parts/shared-studio.tsx'
import { StudioLayout } from '../../parts/studio-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'

const Moderation = island('studio/room/moderation', ModerationIsland)

/** The live room as its artist moderates it. */
export const StudioRoomPage = ({ media, ...moderation }: ModerationProps & { media: Media }) => (
  <StudioLayout here={studioPageOf(media, 'room').here} texture={media.texture} theme={media.theme}>
    <article class="jcard moderation-card">
      <header>
        <AboutShared media={media} />
        <h1>Room</h1>
        <p>
          Look after <a href={`/@${media.casset.slug}/sideb`}>side B</a>, where people listen to your casset together.
        </p>
      </header>
      <Moderation {...moderation} />
    </article>
  </StudioLayout>
)
