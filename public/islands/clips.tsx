import type { Submission } from '../../src/drop/submission/shape.ts'
import { say } from '../../src/lib/language/say.ts'
import { api } from '../lib/api.ts'
import { LikeKey } from '../lib/like-key.tsx'
import { ClipCard } from './clip/clip-card.tsx'

export type ClipsProps = { clips: readonly (Submission & { track: string })[] }

const nameOf = ({ author }: Submission): string => say('the clip by {artist}', { artist: author.displayName })

export default function Clips({ clips }: ClipsProps) {
  return (
    <ul class="clips">
      {clips.map((each) => (
        <li key={each.id}>
          <ClipCard author={each.author} caption={each.caption} clip={each.clip} />
          <div class="clip-foot">
            <span dir="auto">{each.track}</span>
            <LikeKey
              of={nameOf(each)}
              id={each.id}
              liked={each.liked}
              likes={each.likes}
              send={(liked) => api.hooks.submissions({ id: each.id }).like.post({ liked })}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
