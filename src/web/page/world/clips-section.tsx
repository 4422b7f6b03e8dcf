import ClipsIsland from '../../../../public/islands/clips.tsx'
import type { Submission } from '../../../drop/submission/shape.ts'
import { say } from '../../../lib/language/say.ts'
import { gap } from '../../../lib/text/gap.ts'
import { island } from '../../document/island.tsx'
import type { Media } from '../../parts/tape-view.ts'

const Clips = island('clips', ClipsIsland, 'visible')

type ClipsSectionProps = { media: Media; clips: readonly Submission[] }

export function ClipsSection({ media: { casset, tracks, viewer }, clips }: ClipsSectionProps) {
  if (tracks.length === 0 || !casset.published) return null
  const titles = new Map(tracks.map(({ hook, title }) => [hook.id, title]))
  const shown = clips.map((clip) => ({ ...clip, track: titles.get(clip.hookId) ?? '' }))
  return (
    <section class="made-of-it" aria-labelledby="clips">
      <div class="side-head acts">
        <h2 id="clips">{say('Clips')}</h2>
        {clips.length > 0 && (
          <a class="key" href={viewer.owner ? '/studio/clips' : `/@${casset.slug}/clip`}>
            {wayOf(viewer)}
          </a>
        )}
      </div>
      {clips.length > 0 ? (
        <Clips clips={shown} />
      ) : (
        <p class="empty">
          {viewer.owner
            ? say('Nobody has made a clip of your hooks yet. You approve each clip.')
            : say('No clips yet.')}
          {gap()}
          <a href={viewer.owner ? '/studio/clips' : `/@${casset.slug}/clip`}>{wayOf(viewer)}</a>
        </p>
      )}
    </section>
  )
}

const wayOf = ({ owner }: Media['viewer']) =>
  owner ? say('Go to the clips in your studio') : say('Make or send one ## a clip')
