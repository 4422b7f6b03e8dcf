import { startAgent } from '../platform/agent.ts'
import { startServer, type TestServer } from '../server.ts'
import { world } from '../world.ts'
import { publishedRelease } from './release.ts'

/** A server whose clock stands, with a release and an agent that signs its requests. */
export async function withAgent(env: Record<string, string> = {}, dataDir?: string) {
  const clock = { now: () => Date.now() }
  const agent = await startAgent(() => clock.now())
  const options = {
    clock: 'stands',
    limiter: { take: () => 0 },
    ...(dataDir === undefined ? {} : { dataDir }),
  } as const
  const svc = await startServer({ env: { AGENT_ORIGINS: agent.origin, ...env }, ...options })
  clock.now = svc.ctx.now
  const people = await world(svc)
  const id = await publishedRelease(svc, people.nova, [people.dawn.id])
  return { agent, clock, svc, id, ...people }
}

export const checkPath = (id: string) => `/api/agents/releases/${id}/permission-check`

/** The body with which `askSigned` asks whether a use is allowed. */
export const asked = { scope: 'remix', agentKey: 'librarian' }

export const askSigned = (svc: TestServer, id: string, headers: Record<string, string>) =>
  svc.call('POST', checkPath(id), { body: asked, headers })
