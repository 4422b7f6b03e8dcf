import { waitLimitMs } from '../limits.ts'
import { listen } from './room.ts'

/**
 * A listener that comes back by itself, as clients do, and writes down each id that it was sent.
 */
export type Counter = AsyncDisposable & {
  readonly ids: readonly number[]
  /** How often it was told to begin anew. */
  resets(): number
  /** How often it came back. */
  returns(): number
}

/** Begins to count what one listener hears in nova's room. */
export async function count(site: { url: string }, cookie?: string): Promise<Counter> {
  const ids: number[] = []
  const state = { resets: 0, returns: 0, isOver: false, lastEventId: '' }
  const opened = Promise.withResolvers<void>()
  let close = () => {}

  async function follow(): Promise<void> {
    const query = state.lastEventId === '' ? '' : `?lastEventId=${state.lastEventId}`
    await using stream = await listen(site, { cookie, query })
    close = () => void stream[Symbol.asyncDispose]()
    if (stream.status !== 200) return
    for (let heard = await stream.next(); heard && !state.isOver; heard = await stream.next()) {
      if (heard.event === 'hello') opened.resolve()
      if (heard.event === 'reset') state.resets += 1
      if (heard.id === undefined || heard.id === '') continue
      ids.push(Number(heard.id))
      state.lastEventId = heard.id
    }
  }
  const following = (async () => {
    while (!state.isOver) {
      await follow().catch(() => {})
      state.returns += 1
      // It waits a little, so that a place that is gone is not asked a thousand times.
      await Bun.sleep(50 + Math.random() * 100)
    }
  })()
  await opened.promise
  return {
    ids,
    resets: () => state.resets,
    returns: () => state.returns - 1,
    async [Symbol.asyncDispose]() {
      state.isOver = true
      close()
      await following
    },
  }
}

/**
 * Waits until something holds; gives up after half a minute, so that what is expected next says
 * what does not.
 */
export async function waitUntil(holds: () => boolean, limitMs = waitLimitMs): Promise<void> {
  for (const until = performance.now() + limitMs; !holds() && performance.now() < until; ) await Bun.sleep(20)
}
