import { RedisClient } from 'bun'
import { temporaryFolder } from '../process.ts'

export const hasRedis = Bun.which('redis-server') !== null
if (!hasRedis) console.warn('There is no redis-server on PATH: the tests of edges are skipped.')

/** Returns a port that nobody listens on at the moment. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = listener
  listener.stop(true)
  return port
}

/** A real Redis that keeps nothing on disk. Ends with its scope. */
export type TestRedis = AsyncDisposable & {
  readonly port: number
  readonly url: string
  /** Kills it as a crash would, and starts it anew, empty. */
  crash(): Promise<void>
  /** Stops it from answering, and lets it go on. */
  freeze(): void
  thaw(): void
  send(command: string, args?: readonly string[]): Promise<unknown>
}

/**
 * `args`: further arguments of redis-server, of which a later one wins. `tls`: the files of its
 * certificate and key.
 */
type RedisOptions = { password?: string; args?: readonly string[]; tls?: { cert: string; key: string } }

export async function startRedis({ password, args: more = [], tls }: RedisOptions = {}): Promise<TestRedis> {
  const folder = temporaryFolder()
  const port = freePort()
  const url = `redis${tls ? 's' : ''}://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`
  const locked = password === undefined ? [] : ['--requirepass', password]
  const ports = tls
    ? `--port 0 --tls-port ${port} --tls-cert-file ${tls.cert} --tls-key-file ${tls.key} --tls-auth-clients no`
    : `--port ${port}`
  const start = async () => {
    const usual = `${ports} --bind 127.0.0.1 --appendonly no --save`.split(' ')
    const args = [...usual, '', ...locked, ...more]
    const child = Bun.spawn(['redis-server', ...args], { cwd: folder.path, stdout: 'ignore', stderr: 'ignore' })
    for (let tries = 0; tries < 200; tries += 1) {
      const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } }).catch(() => undefined)
      socket?.end()
      if (socket) return child
      await Bun.sleep(25)
    }
    throw new Error('Redis did not start.')
  }
  let child = await start()
  const end = async () => {
    child.kill('SIGKILL')
    await child.exited
  }
  return {
    port,
    url,
    async crash() {
      await end()
      child = await start()
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    async send(command, args = []) {
      const client = new RedisClient(url, { autoReconnect: false })
      const answer: unknown = await client.send(command, [...args])
      client.close()
      return answer
    },
    async [Symbol.asyncDispose]() {
      await end()
      folder[Symbol.dispose]()
    },
  }
}
