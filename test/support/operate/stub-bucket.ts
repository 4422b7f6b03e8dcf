/**
 * A bucket in memory that knows conditional writes, which the S3 server for tests from npm does
 * not. It checks no signature: what is signed is tried against a real server by hand, see
 * test/soak/standby.ts.
 */
export type StubBucket = Disposable & {
  readonly env: Record<string, string>
  readonly keys: () => string[]
  /** Puts an object there, as another program does; with the time of some milliseconds later. */
  put(key: string, text: string, laterMs?: number): void
  /** The fate of each request: answered as S3 does, never, or with an error. */
  behaviour: 'well' | 'silent' | 'broken' | 'unconditional'
}

type Stored = { text: string; at: number }

/** Starts a bucket. `aheadMs`: how far its clock is ahead. */
export function startStubBucket({ aheadMs = 0 } = {}): StubBucket {
  const objects = new Map<string, Stored>()
  const state: { behaviour: StubBucket['behaviour'] } = { behaviour: 'well' }
  const now = () => Date.now() + aheadMs

  function list(prefix: string): Response {
    const found = [...objects].filter(([key]) => key.startsWith(prefix)).toSorted(([a], [b]) => a.localeCompare(b))
    const contents = found.map(
      ([key, { text, at }]) =>
        `<Contents><Key>${key}</Key><LastModified>${new Date(at).toISOString()}</LastModified><Size>${text.length}</Size></Contents>`,
    )
    const head = `<Name>tapes</Name><Prefix>${prefix}</Prefix><KeyCount>${found.length}</KeyCount><IsTruncated>false</IsTruncated>`
    const xml = `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>${head}${contents.join('')}</ListBucketResult>`
    return new Response(xml, { headers: { 'content-type': 'application/xml' } })
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const key = decodeURIComponent(pathname.replace(/^\/tapes\/?/, ''))
    if (key === '') return list(searchParams.get('prefix') ?? '')
    const stored = objects.get(key)
    if (request.method === 'PUT') {
      const isRefused = stored && request.headers.get('if-none-match') === '*' && state.behaviour !== 'unconditional'
      if (isRefused) return new Response('<Error><Code>PreconditionFailed</Code></Error>', { status: 412 })
      objects.set(key, { text: await request.text(), at: now() })
      return new Response(null)
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return new Response(null, { status: 204 })
    }
    return stored ? new Response(stored.text) : new Response('<Error><Code>NoSuchKey</Code></Error>', { status: 404 })
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      if (state.behaviour === 'silent') await new Promise(() => {})
      if (state.behaviour === 'broken') return new Response('', { status: 500 })
      const response = await answer(request)
      response.headers.set('date', new Date(now()).toUTCString())
      return response
    },
  })
  return {
    env: {
      LEASE: 's3://tapes/lease',
      REPLICA: 's3://tapes/replica',
      S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
    },
    keys: () => [...objects.keys()].toSorted(),
    put: (key, text, laterMs = 0) => void objects.set(key, { text, at: now() + laterMs }),
    get behaviour() {
      return state.behaviour
    },
    set behaviour(behaviour) {
      state.behaviour = behaviour
    },
    [Symbol.dispose]: () => void server.stop(true),
  }
}
