import S3rver from '@20minutes/s3rver'
import { temporaryFolder } from '../process.ts'

/**
 * The function between a site and its bucket; undefined passes a request on. `at`: the name of the
 * object.
 */
export type Between = (request: Request, at: string) => Response | Promise<Response> | undefined

/**
 * A bucket behind a proxy that a test tells what to do, and what was asked of it, as "METHOD name".
 */
export type TestBucket = AsyncDisposable & {
  readonly env: Record<string, string>
  readonly asked: string[]
  between: Between
  pass(request: Request): Promise<Response>
  keys(): Promise<string[]>
  /** Writes an object as it should not be. */
  spoil(key: string, bytes: string | Buffer<ArrayBuffer>): Promise<void>
  drop(key: string): Promise<void>
}

type Peer = { port: number; accessKeyId: string; secretAccessKey: string; end(): Promise<void> }

/**
 * An S3 server of npm in this process; or, as `bun test/soak/radosgw.ts` sets it, a gateway of Ceph
 * that runs already.
 */
async function startPeer(): Promise<Peer> {
  const gateway = Bun.env.TAPEDECK_TEST_RADOSGW
  if (gateway !== undefined) {
    return { port: Number(gateway), accessKeyId: 'tapekey', secretAccessKey: 'tapesecret', end: async () => {} }
  }
  const folder = temporaryFolder()
  const peer = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory: folder.path },
    // It signs the name of a bucket with a slash at the end otherwise than S3 does.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'music' }],
  })
  const { port } = await peer.run()
  const end = async () => {
    await peer.close()
    folder[Symbol.dispose]()
  }
  return { port, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', end }
}

/** Starts an S3 server with an empty bucket: `await using bucket = await startBucket()`. */
export async function startBucket(): Promise<TestBucket> {
  const { port, end, ...keys } = await startPeer()
  const prefix = Bun.env.TAPEDECK_TEST_RADOSGW === undefined ? 'tapes' : `tapes-${Bun.randomUUIDv7()}`
  const asked: string[] = []
  const pass = (request: Request) => {
    const { pathname, search } = new URL(request.url)
    const { method, headers, body } = request
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { method, headers, body, decompress: false })
  }
  const state: { between: Between } = { between: () => undefined }
  const proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const at = new URL(request.url).pathname.replace(`/music/${prefix}/`, '')
      asked.push(`${request.method} ${at}`)
      return state.between(request, at) ?? pass(request)
    },
  })
  const client = new Bun.S3Client({ ...keys, bucket: 'music', endpoint: `http://127.0.0.1:${port}` })
  return {
    env: {
      BLOBS: `s3://music/${prefix}`,
      S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    asked,
    get between() {
      return state.between
    },
    set between(between) {
      state.between = between
    },
    pass,
    async keys() {
      const { contents = [] } = await client.list({ prefix: `${prefix}/` })
      return contents.map(({ key }) => key.slice(prefix.length + 1)).toSorted()
    },
    async spoil(key, body) {
      await fetch(client.presign(`${prefix}/${key}`, { method: 'PUT' }), { method: 'PUT', body })
    },
    async drop(key) {
      await fetch(client.presign(`${prefix}/${key}`, { method: 'DELETE' }), { method: 'DELETE' })
    },
    async [Symbol.asyncDispose]() {
      await proxy.stop(true)
      await end()
    },
  }
}
