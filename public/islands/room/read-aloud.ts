import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { priceTag } from '../../../src/lib/money/money.ts'
import { announce } from '../../lib/announce.ts'
import { browserStore } from '../../lib/store.ts'
import type { FeedItem } from './feed-items.ts'

const stored = 'tapedeck.aloud'
// Music plays in the room: what comes within this time is one text.
const gatherMs = 3_000
const mostRead = 2

/** Whether new comments are read aloud by a screen reader; kept in the browser. */
export const isAloud = signal(browserStore.read(stored) === 'on')

export function setAloud(isOn: boolean): void {
  isAloud.value = isOn
  browserStore.write(stored, isOn ? 'on' : null)
}

function spoken(item: FeedItem): string {
  if (item.kind === 'activity') return item.text
  if (item.kind === 'comment') {
    return say('{name}: {text}', { name: item.comment.author.displayName, text: item.comment.text })
  }
  const { author, amount, message } = item.tip
  const text = say('{displayName} left a tip of {amount}', {
    displayName: author.displayName,
    amount: priceTag(amount),
  })
  return message === null ? text : say('{name}: {text}', { name: text, text: message })
}

/** Returns the text of what is new in a room; of much at once the last line and the number. */
export function aloudText(items: readonly FeedItem[]): string {
  const last = items.at(-1)
  if (last === undefined) return ''
  if (items.length <= mostRead) return items.map(spoken).join('\n')
  return say('{lines} new lines. The last: {text}', { lines: items.length, text: spoken(last) })
}

/** Reads what comes after the lines that the room opened with, where somebody wants it read. */
export function useReadAloud(items: readonly FeedItem[], ownHandle: string | undefined): void {
  const seen = useRef(items.at(-1)?.key)
  const fresh = useRef<FeedItem[]>([])
  const gathering = useRef(0)
  const last = items.at(-1)?.key
  useEffect(() => {
    const at = items.findIndex(({ key }) => key === seen.current)
    const isLost = at < 0 && seen.current !== undefined
    seen.current = last
    if (isLost || !isAloud.value) return
    const others = items
      .slice(at + 1)
      .filter((item) => item.kind !== 'comment' || item.comment.author.handle !== ownHandle)
    if (others.length === 0) return
    if (fresh.current.length === 0)
      gathering.current = window.setTimeout(() => announce(aloudText(fresh.current.splice(0))), gatherMs)
    fresh.current.push(...others)
  }, [last])
  // Nothing of a room is read on another page.
  useEffect(() => () => clearTimeout(gathering.current), [])
}
