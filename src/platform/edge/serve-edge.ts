import { readFileSync } from 'node:fs'
import { randomBytes } from '../../lib/hash/random-bytes.ts'
import { createClientAddress } from '../http/request/client-address.ts'
import { bindPort } from '../http/site/bind-port.ts'
import { openName } from '../http/site/site.ts'
import { createStreamPlaces } from '../http/stream-places.ts'
import { createHub } from '../hub/hub.ts'
import { createLog } from '../log.ts'
import type { Usage } from '../usage.ts'
import { createListenerAnswer } from './answer-listener.ts'
import { createPrimary } from './ask-primary.ts'
import type { EdgeConfig } from './config.ts'
import { followPrimary } from './follow-primary.ts'
import { createPastOf } from './past-of.ts'

export type RunningEdge = { readonly url: string; stop(): Promise<void> }

type Server = Bun.Server<unknown>

const usualLookMs = 60_000
const stopLimitMs = 3_000
/** Listeners of a stopping edge leave over this time: each asks the primary for a new place. */
const mostReopenMs = 30_000

/**
 * Serves an edge: it holds the streams of rooms for a primary that decides, and has no database.
 * Several edges may share one port of a machine, one a core. Throws PortError (rule: edges).
 */
export function serveEdge(
  config: EdgeConfig,
  usage: () => Usage,
  write: (line: string) => void,
  lookEveryMs = usualLookMs,
): RunningEdge {
  const monotonicMs = () => performance.now()
  const log = createLog('info', write, Date.now)
  const id = Bun.randomUUIDv7()
  const primary = createPrimary(config.primaryUrl, config.secret)
  const follower = followPrimary({ config, primary, monotonicMs, log, id, usage })
  const { bus, watch, ends } = follower
  let isOver = false
  const hub = createHub({ bus, monotonicMs, random: randomBytes, watch, mostReopenMs })
  const answer = createListenerAnswer({
    hub,
    secret: config.secret,
    places: createStreamPlaces(config.streamsOfAddress),
    pastOf: createPastOf({ primary, random: Math.random, isOver: () => isOver }),
    now: () => bus.primaryNow() ?? Date.now(),
    hasEnded: ends.has,
  })
  const clientAddress = createClientAddress(config.trustedProxies)

  const open = (port: number, tls: { cert: string; key: string } | undefined): Server =>
    Bun.serve({
      hostname: config.host,
      port,
      reusePort: true,
      ...(tls ? { tls } : {}),
      idleTimeout: 60,
      development: false,
      routes: {
        '/room': (request, server) => {
          const peer = server.requestIP(request)?.address ?? 'local'
          return answer(request, server, clientAddress(peer, request.headers.get('x-forwarded-for')))
        },
        '/healthz': () => Response.json({ ok: follower.isUp() }, { status: follower.isUp() ? 200 : 503 }),
      },
      fetch: () => Response.json({ error: 'This is an edge: rooms are opened at their site.' }, { status: 404 }),
      error: () => new Response(null, { status: 500 }),
    })

  let tls = readTls(config)
  let newest = bindPort(config.port, 'PORT', () => open(config.port, tls))
  const port = newest.port ?? config.port
  const servers = new Set([newest])
  // Bun never changes the certificate of a listener: a second one on the same port takes over.
  const renew = () => {
    const now = readTls(config)
    if (!now || now.cert === tls?.cert) return
    const before = newest
    newest = open(port, now)
    tls = now
    servers.add(newest)
    void before.stop().then(() => servers.delete(before))
    log.info('edge.certificate')
  }
  const looking = setInterval(() => {
    try {
      renew()
    } catch (error) {
      // Half of a renewal may be there yet: the one before goes on until both files fit.
      log.warn('edge.certificate_unusable', { problem: error instanceof Error ? error.message : 'unknown' })
    }
  }, lookEveryMs)
  const url = `${tls ? 'https' : 'http'}://${openName(config.host)}:${port}`
  follower.start(hub, url)
  return {
    url,
    async stop() {
      isOver = true
      clearInterval(looking)
      hub.stop()
      await Promise.race([Promise.all([...servers].map((each) => each.stop())), Bun.sleep(stopLimitMs)])
      follower.stop()
    },
  }
}

function readTls({ tls }: EdgeConfig) {
  if (!tls) return undefined
  return { cert: readFileSync(tls.certFile, 'utf8'), key: readFileSync(tls.keyFile, 'utf8') }
}
