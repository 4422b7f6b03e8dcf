import { say } from '../../../lib/language/say.ts'
import type { Media } from '../../parts/tape-view.ts'

/** Tells a guest whom the rest belongs to, or how to get it for the difference (rule: the-rest). */
export function RestOfGuest({ media, isTheirs }: { media: Media; isTheirs: boolean }) {
  if (isTheirs) {
    return (
      <p class="fine-print">
        {say(
          'The rest goes with the tracks that were bought in this browser: who has their link has all of it, and puts all of it into a library at once.',
        )}
      </p>
    )
  }
  if (!media.tracks.some(({ price }) => price !== undefined)) return null
  return <p class="fine-print">{say('Already bought a track? Open its link: there you pay only the difference.')}</p>
}

export const TracksOfGuest = () => (
  <div class="form way-in">
    <p class="fine-print">
      {say(
        'In this browser tracks of it were bought without an account. Put them into your library first, with the link in the email: then the rest costs the difference.',
      )}
    </p>
  </div>
)
