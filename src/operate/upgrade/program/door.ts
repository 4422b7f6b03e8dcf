import { isWebhook, pathOf } from '../../../platform/http/request/path.ts'

const answersWithinMs = 2_000
// As long as the new program waits for an upgrade that is halted.
const longestMs = 300_000

/**
 * `tapedeck __door HOST PORT`, which an upgrade starts: keeps visitors of a site waiting while
 * another program takes its place at the same port, until `told`. Then each is sent to the same
 * address again, by a new connection, which that program takes. Returns the exit code.
 */
export async function doorCommand(
  [hostname = '', port = '']: readonly string[],
  told: Promise<unknown>,
  print: (line: string) => void,
): Promise<number> {
  const left = Promise.race([told, Bun.sleep(longestMs)])
  const server = Bun.serve({
    hostname,
    port: Number(port),
    reusePort: true,
    idleTimeout: 255,
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    development: false,
    async fetch({ url }) {
      const path = pathOf(url)
      // Whether the new program answers is what this one waits for.
      if (path !== '/healthz') await left
      // The payment processor follows nothing, and comes again; `//` leads elsewhere.
      if (path === '/healthz' || isWebhook(path) || /^\/[/\\]/.test(path)) return answer(503, { 'retry-after': '1' })
      return answer(307, { location: url.slice(url.indexOf('/', url.indexOf('//') + 2)) })
    },
  })
  print('open')
  await left
  await Promise.race([server.stop(), Bun.sleep(answersWithinMs)])
  return 0
}

const answer = (status: number, headers: Record<string, string>) =>
  new Response(null, { status, headers: { ...headers, connection: 'close', 'cache-control': 'no-store' } })
