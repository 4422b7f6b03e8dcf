import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Entry } from '../../../src/drop/view/model.ts'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { LikeKey } from '../../lib/like-key.tsx'
import { type OpenRoom, openRoom } from '../../room/open-room.ts'
import { ClipCard } from '../clip/clip-card.tsx'

export type BoardProps = {
  id: string
  slug: string
  entries: readonly Entry[]
  /** How many of them win by points. */
  winners: number
  /** Whether its points still change. */
  isLive: boolean
  empty: string
  handle: string | null
}

const nameOf = ({ author }: Entry): string => say('the clip by {artist}', { artist: author.displayName })

/** Updates as long as the drop is open (rule: drop-pages). */
export default function Board({ id, slug, entries, winners, isLive, empty, handle }: BoardProps) {
  const shown = useSignal(entries)
  const room = useSignal<OpenRoom | null>(null)
  useEffect(() => {
    if (!isLive) return
    const opened = openRoom(slug)
    room.value = opened
    return () => opened.close()
  }, [])
  const news = useComputed(() => room.value?.drops.value.find(({ campaignId }) => campaignId === id))
  useSignalEffect(() => {
    const leaders = news.value?.leaders
    if (!leaders) return
    const known = new Map(shown.peek().map((entry) => [entry.id, entry]))
    const moved = leaders.flatMap(({ submissionId, likes, collects, score }, index) => {
      const entry = known.get(submissionId)
      return entry ? [{ ...entry, likes, collects, score, rank: index + 1 }] : []
    })
    if (moved.length === leaders.length) shown.value = moved
    else void readAgain()
  })
  const readAgain = async () => {
    const { data } = await api.campaign({ id }).leaderboard.get({ query: { limit: '50' } })
    if (data) shown.value = data.submissions
  }
  if (shown.value.length === 0) return <p class="empty">{empty}</p>
  return (
    <ol class="clips board">
      {shown.value.map((entry) => (
        <li key={entry.id} data-wins={entry.rank <= winners || undefined}>
          <p class="rank">
            {inParts(say('<span>Rank </span><b>{rank}</b>', { rank: entry.rank }), {
              span: (text) => <span class="sr">{text}</span>,
              b: (text) => <b>{text}</b>,
            })}
            <span class="mono">{say('{points, plural, one {# point} other {# points}}', { points: entry.score })}</span>
            {entry.author.handle === handle && <span class="tag small">{say('Your clip')}</span>}
          </p>
          <ClipCard author={entry.author} caption={entry.caption} clip={entry.clip} />
          <div class="clip-foot">
            <span class="mono">
              {entry.collects > 0 && say('{sales, plural, one {# sale} other {# sales}}', { sales: entry.collects })}
            </span>
            {entry.author.handle === handle ? (
              <span class="mono">{say('{likes, plural, one {# like} other {# likes}}', { likes: entry.likes })}</span>
            ) : (
              <LikeKey
                of={nameOf(entry)}
                id={entry.id}
                liked={entry.liked}
                likes={entry.likes}
                send={(liked) => api.hooks.submissions({ id: entry.id }).like.post({ liked })}
              />
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
