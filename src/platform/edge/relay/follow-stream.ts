import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { createRedisLine } from './redis-line.ts'

const Entry = t.Tuple([t.String(), t.Array(t.String())])
const Entries = t.Array(Entry)
const Read = t.Union([t.Null(), t.Record(t.String(), Entries)])

const blockMs = 1_000
const atOnce = 500
const againMs = 250
const beginning = '0-0'

type FollowOptions = {
  url: string
  key: string
  /** How far back to begin, by Redis's clock. */
  sinceMs: number
  /** Without an entry for so long, the connection counts as frozen, and the place as lost. */
  silentMs: number
  monotonicMs: () => number
  heard(text: string): void
  /** Nothing was heard for so long; called again and again while that lasts. */
  silent(): void
  /** Something went wrong, or works again. */
  told(problem: string | undefined): void
}

export type Following = { isUp(): boolean; stop(): void }

/**
 * Follows a stream of Redis from a while ago on, for ever: over lost connections, frozen servers
 * and one that was emptied. An entry may come twice, and some may be lost with the server: whoever
 * hears them has to count.
 */
export function followStream(options: FollowOptions): Following {
  const { url, key, sinceMs, silentMs, monotonicMs, heard, silent, told } = options
  const line = createRedisLine(url)
  let isOver = false
  let after: string | undefined
  let heardAt = monotonicMs()
  let problem: string | undefined

  const tell = (now: string | undefined) => {
    if (now === problem) return
    problem = now
    told(now)
  }

  /** The place in the stream to begin at: a while before its last entry. */
  async function findPlace(): Promise<string> {
    const [last] = Value.Decode(Entries, await line.send('XREVRANGE', [key, '+', '-', 'COUNT', '1']))
    const lastMs = Number(last?.[0].split('-', 1)[0] ?? 0)
    if (lastMs === 0) return beginning
    return sinceMs === 0 ? (last?.[0] ?? beginning) : `${Math.max(0, lastMs - sinceMs)}-0`
  }

  async function read(): Promise<void> {
    await line.connect()
    after ??= await findPlace()
    const asked = ['COUNT', `${atOnce}`, 'BLOCK', `${blockMs}`, 'STREAMS', key, after]
    const found = await line.send('XREAD', asked, blockMs)
    if (!Value.Check(Read, found)) throw new Error('Redis answers no stream.')
    tell(undefined)
    for (const [id, [, text]] of found?.[key] ?? []) {
      after = id
      heardAt = monotonicMs()
      if (text !== undefined && !isOver) heard(text)
    }
  }

  async function follow(): Promise<void> {
    while (!isOver) {
      try {
        await read()
      } catch (error) {
        if (isOver) return
        tell(error instanceof Error ? error.message : 'unknown')
        await Bun.sleep(againMs)
      }
    }
  }

  const watch = setInterval(() => {
    if (monotonicMs() - heardAt < silentMs) return
    heardAt = monotonicMs()
    // A server that was emptied, or whose clock was set back, gives ids below the one that is
    // waited for.
    after = undefined
    silent()
  }, blockMs)
  void follow()
  return {
    isUp: () => problem === undefined && line.isUp(),
    stop() {
      isOver = true
      clearInterval(watch)
      line.close()
    },
  }
}
