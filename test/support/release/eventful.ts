import { inTransaction } from '../../../db/commits.ts'
import { appendEvent } from '../../../src/release/provenance/append-event.ts'
import { startServer } from '../server.ts'
import { world } from '../world.ts'
import type { Recorded } from './alterations.ts'
import { decide, publish, publishedRelease } from './release.ts'

/**
 * A release of two versions, an hour apart, in a log with another one, with decisions and licenses,
 * and answers of it as they were at first.
 */
export async function eventfulRelease() {
  const svc = await startServer({ limiter: { take: () => 0 } })
  const { nova, dawn, kettle } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const textOf = async (path: string) => (await svc.fetch(path)).text()
  const base = `/api/agents/releases/${id}`
  const recorded: Recorded = {
    manifest: await textOf(`${base}/manifest`),
    checkpoint: await textOf('/log/checkpoint'),
    proof: await textOf(`${base}/provenance/proof?nonce=old`),
  }
  svc.tick(3_600_000)
  // The entries of another in the log, so that proofs have something to say.
  await publishedRelease(svc, nova, [kettle.id])
  await decide(svc, nova, id, { scope: 'sync', decision: 'DENY' })
  await publish(svc, nova, id)
  inTransaction(svc.ctx.db, () => {
    for (const scope of ['remix', 'download']) {
      appendEvent(svc.ctx, id, {
        type: 'LICENSE_GRANTED',
        actor: { kind: 'agent' },
        payload: { licenseId: scope, releaseVersionId: id, scopes: [scope], expiresAt: '2027-01-01T00:00:00.000Z' },
      })
    }
  })
  await decide(svc, nova, id, { scope: 'remix', decision: 'DENY' })
  await svc.ctx.jobs.idle()
  svc.tick(3_600_000)
  return { svc, nova, id, recorded, dawn }
}

/** Answers as a server does, each changed by `alter` on its way. Ends with its scope. */
export function proxyOf(url: string, alter: (text: string, path: string) => string) {
  const proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const path = pathname + search
      const response = await fetch(url + path)
      if (path.includes('/tile/')) return new Response(await response.bytes(), { status: response.status })
      return new Response(alter(await response.text(), path), { status: response.status })
    },
  })
  return { url: `http://127.0.0.1:${proxy.port}`, [Symbol.asyncDispose]: () => proxy.stop(true) }
}
