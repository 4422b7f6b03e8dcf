import type { NewDecision } from '../../../src/operate/moderation/model.ts'
import { makeOwner } from '../earnings/dispute.ts'
import type { Answer, TestServer } from '../server.ts'
import { cast, type Person, world } from '../world.ts'

type Asked = Pick<NewDecision, 'kind' | 'id'> & Partial<NewDecision>

export const takeDown = (svc: TestServer, { cookie }: Person, asked: Asked): Promise<Answer> =>
  svc.call('POST', '/api/desk/decisions', {
    cookie,
    body: { ground: 'terms', basis: 'Terms, 4: be kind', facts: 'It names somebody’s home.', ...asked },
  })

export const decisionIn = ({ json }: Answer): string => String(Object(Object(json).decision).id)

/** Takes something down, and returns the id of the decision. Throws when it was refused. */
export async function takenDown(svc: TestServer, decider: Person, asked: Asked): Promise<string> {
  const answer = await takeDown(svc, decider, asked)
  if (answer.status !== 201) throw new Error(`not taken down: ${answer.status} ${answer.text}`)
  return decisionIn(answer)
}

/** Gives back what a decision took down. */
export const giveBack = (svc: TestServer, { cookie }: Person, id: string): Promise<Answer> =>
  svc.call('POST', `/api/desk/decisions/${id}/lift`, { cookie, body: { answer: 'We were wrong.' } })

/** The cast with an owner of the site, who is none of the artists. */
export async function withOwner(svc: TestServer) {
  const people = await world(svc)
  const owner = cast(svc.ctx, 'owner', { published: false })
  makeOwner(svc, owner)
  return { ...people, owner }
}

/** The status of an answer to somebody, or to a stranger. */
export const statusOf = async (svc: TestServer, path: string, person?: Person) =>
  (await svc.fetch(path, { redirect: 'manual', headers: person ? { cookie: person.cookie } : {} })).status

type Reported = { owner: Person; reporter: Person; trackId: string; pageId: string }

/** Reports a track, takes a page down, and returns the id of that decision. */
export async function reportedAndDecided(svc: TestServer, { owner, reporter, trackId, pageId }: Reported) {
  const complaint = { kind: 'track', id: trackId, reason: 'spam', text: 'W'.repeat(200) }
  await svc.call('POST', '/api/reports', { cookie: reporter.cookie, body: complaint })
  return takenDown(svc, owner, { kind: 'page', id: pageId })
}
