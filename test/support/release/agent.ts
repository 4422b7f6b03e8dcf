import { startAgent } from '../platform/agent.ts'
import { startServer } from '../server.ts'
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
