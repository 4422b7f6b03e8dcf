import { Followers } from '../../../../public/islands/follow.tsx'
import FollowByEmailIsland, { type FollowByEmailProps } from '../../../../public/islands/follow-by-email.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'

// Its code comes when it is opened.
const Panel = island('follow-by-email', FollowByEmailIsland, 'visible')

/** The key of visitors without an account: it opens one field in its place. */
export const FollowByEmail = ({ followers, ...panel }: FollowByEmailProps & { followers: number }) => (
  <>
    <details class="follow needs-js">
      <summary class="key">
        {inParts(say('Follow<span> {artist}</span>', { artist: panel.artist }), {
          span: (text) => <span class="sr">{text}</span>,
        })}
      </summary>
      <Panel {...panel} />
    </details>
    <Followers count={followers} />
  </>
)
