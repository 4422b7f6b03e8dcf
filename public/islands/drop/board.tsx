import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Entry } from '../../../src/drop/view/model.ts'
import { count } from '../../../src/lib/count.ts'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
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
  /** The text without clips. */
  empty: string
  /** The visitor's artist handle. */
  handle: string | null
}

/**
 * The leaderboard of a drop: every clip with a player, its likes and its points. It updates as long
 * as the drop is open.
 */
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
            <span class="sr">{say('Rank')} </span>
            <b>{entry.rank}</b>
            <span class="mono">{count(entry.score, 'point')}</span>
            {entry.author.handle === handle && <span class="tag small">{say('Your clip')}</span>}
          </p>
          <ClipCard author={entry.author} caption={entry.caption} clip={entry.clip} />
          <div class="clip-foot">
            <span class="mono">{entry.collects > 0 && count(entry.collects, 'sale')}</span>
            {entry.author.handle === handle ? (
              <span class="mono">{count(entry.likes, 'like')}</span>
            ) : (
              <LikeKey
                of={`the clip by ${entry.author.displayName}`}
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
