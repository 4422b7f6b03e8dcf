import { say } from '../../../src/lib/language/say.ts'
import type { Activity, Comment, Tip } from '../../room/message.ts'

export type FeedItem =
  | { kind: 'comment'; key: string; at: string; comment: Comment }
  | { kind: 'tip'; key: string; at: string; tip: Tip }
  | { kind: 'activity'; key: string; at: string; activity: Activity; text: string }

type Titles = ReadonlyMap<string, string>

/** Returns an activity in words; null for one that would only fill the feed. */
function textOf({ type, trackId, author: { displayName } }: Activity, titles: Titles): string | null {
  if (type === 'follow') return say('{displayName} follows this artist now', { displayName })
  if (type !== 'like') return null
  const title = titles.get(trackId ?? '')
  return title === undefined
    ? say('{displayName} likes a hook', { displayName })
    : say('{displayName} likes {title}', { displayName, title })
}

/** Returns comments, tips and activity in order of time, oldest first. */
export function feedItems(
  comments: readonly Comment[],
  tips: readonly Tip[],
  activity: readonly Activity[],
  titles: Titles,
): FeedItem[] {
  const items: FeedItem[] = [
    ...comments.map((comment) => ({ kind: 'comment' as const, key: comment.id, at: comment.createdAt, comment })),
    ...tips.map((tip, at) => ({ kind: 'tip' as const, key: `tip ${tip.createdAt} ${at}`, at: tip.createdAt, tip })),
    ...activity.flatMap((one, at) => {
      const text = textOf(one, titles)
      if (text === null) return []
      return [{ kind: 'activity' as const, key: `act ${one.createdAt} ${at}`, at: one.createdAt, activity: one, text }]
    }),
  ]
  return items.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
}
