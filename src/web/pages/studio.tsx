import Studio, { type StudioProps } from '../../../public/islands/studio/studio.tsx'
import { island } from '../island.tsx'

const StudioDesk = island('studio/studio', Studio)

/** Islands this page may need. */
export const studioIslands = ['studio/studio']

/** The artist's own desk. It wears the world it makes. */
export const StudioPage = (props: StudioProps) => (
  <main
    id="main"
    class="world studio wrap"
    data-pattern={props.media.texture.profilePatternId}
    data-background={props.media.theme.cassetBackgroundSource}
    tabIndex={-1}
  >
    <noscript>
      <p class="notice">The studio needs JavaScript: switch it on for this site, then load the page again.</p>
    </noscript>
    <StudioDesk {...props} />
  </main>
)
