import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { listen, say } from '../room/room.ts'
import { callAt } from '../server.ts'

/** The requests of a site's visitors, again and again. */
export type Visited = {
  url: string
  /** Somebody who may hear the whole of a track, and what it is. */
  owner: { cookie: string; path: string; sha256: string }
  talkers: readonly string[]
}

/** The outcome of all requests of visitors, with faults in words. */
export type Counted = {
  asked: number
  atRestarts: number
  restarts: number
  /** How long the program was away, all restarts together. */
  awayMs: number
  said: number
  listeners: number
  resets: number
}

/** People who talk, listen, read pages and hear a whole track while a site is changed. */
export type Visitors = {
  /** Does something while which requests may end without an answer. */
  restarting<T>(work: () => Promise<T>): Promise<T>
  /**
   * Ends all of them, and waits until each listener has heard what was said. Throws what went
   * wrong.
   */
  end(): Promise<Counted>
}

const [listeners, pauseMs, atMostMs] = [6, 100, 30_000]

export async function startVisitors({ url, owner, talkers }: Visited): Promise<Visitors> {
  const state = { isOver: false, restarting: 0, restarts: 0, awayMs: 0 }
  const counted = { asked: 0, atRestarts: 0, resets: 0 }
  const call = callAt(url)
  const faults: string[] = []
  const said = new Set<string>()

  /** Asks; an answer may be missing where the program went or came meanwhile, and nowhere else. */
  async function ask(what: string, request: () => Promise<string | undefined>): Promise<void> {
    const { restarts, restarting } = state
    counted.asked += 1
    const fault = await request().catch((error: unknown) => `no answer: ${error}`)
    if (fault === undefined) return
    const isOfRestart = restarting > 0 || state.restarts !== restarts
    if (isOfRestart && /^(?:no answer|50[234])/.test(fault)) counted.atRestarts += 1
    else faults.push(`${what}: ${fault}`)
  }

  async function again(what: string, request: (n: number) => Promise<string | undefined>): Promise<void> {
    for (let n = 0; !state.isOver; n += 1) {
      await ask(what, () => request(n))
      await Bun.sleep(pauseMs)
    }
  }

  const page = async (headers: Record<string, string>) => {
    const answer = await fetch(`${url}/@nova`, { headers })
    const text = await answer.text()
    return answer.status === 200 && text.includes('Dawn') ? undefined : `${answer.status}`
  }
  const track = async () => {
    const answer = await fetch(url + owner.path, { headers: { cookie: owner.cookie, 'sec-fetch-dest': 'audio' } })
    const bytes = await answer.bytes()
    if (answer.status !== 200) return `${answer.status}`
    return sha256Hex(bytes) === owner.sha256 ? undefined : `no answer: ${bytes.length} bytes`
  }
  const talk = async (n: number) => {
    const text = `comment ${n}`
    const answer = await say({ call }, { cookie: talkers[n % talkers.length] ?? '' }, text)
    if (answer.status !== 201) return `${answer.status} ${answer.text}`
    said.add(text)
    return undefined
  }

  /** Listens, comes back as clients do, and keeps what it heard. */
  function hear() {
    const heard = new Set<string>()
    const opened = Promise.withResolvers<void>()
    let lastEventId = ''
    let close = () => {}
    const note = (data: unknown) => heard.add(String(Reflect.get(Object(data), 'text')))
    const follow = async () => {
      const query = lastEventId === '' ? '' : `?lastEventId=${lastEventId}`
      await using stream = await listen({ url }, { query })
      close = () => void stream[Symbol.asyncDispose]()
      if (stream.status !== 200) return
      for (let next = await stream.next(); next && !state.isOver; next = await stream.next()) {
        const { event, id = '', data } = next
        if (event === 'reset') counted.resets += 1
        if (event === 'reset') lastEventId = ''
        const recent: unknown = Reflect.get(Object(data), 'recent')
        if (event === 'hello' && Array.isArray(recent)) for (const comment of recent) note(comment)
        if (event === 'hello') opened.resolve()
        if (id === '') continue
        if (Number(id) <= Number(lastEventId)) faults.push(`a listener: ${id} after ${lastEventId}`)
        lastEventId = id
        note(data)
      }
    }
    const following = (async () => {
      while (!state.isOver) {
        await follow().catch(() => {})
        await Bun.sleep(50 + Math.random() * 100)
      }
    })()
    const end = () => {
      close()
      return following
    }
    return { heard, opened: opened.promise, end }
  }

  const hearers = Array.from({ length: listeners }, hear)
  await Promise.all(hearers.map(({ opened }) => opened))
  let isSilent = false
  const asking = [
    again('a page', () => page({})),
    again('a page of somebody signed in', () => page({ cookie: owner.cookie })),
    again('a track', track),
    again('a comment', async (n) => (isSilent ? undefined : talk(n))),
  ]
  return {
    async restarting(work) {
      state.restarting += 1
      state.restarts += 1
      const from = performance.now()
      try {
        return await work()
      } finally {
        state.restarting -= 1
        if (state.restarting === 0) state.awayMs += performance.now() - from
      }
    },
    async end() {
      isSilent = true
      const missing = () => hearers.flatMap(({ heard }) => [...said].filter((text) => !heard.has(text)))
      for (const until = Date.now() + atMostMs; missing().length > 0 && Date.now() < until; ) await Bun.sleep(pauseMs)
      if (missing().length > 0) faults.push(`not heard by all: ${missing().join(', ')}`)
      state.isOver = true
      await Promise.all([...asking, ...hearers.map(({ end }) => end())])
      if (faults.length > 0) throw new Error(faults.slice(0, 20).join('\n'))
      const { restarts, awayMs } = state
      return { ...counted, restarts, awayMs, said: said.size, listeners }
    },
  }
}
