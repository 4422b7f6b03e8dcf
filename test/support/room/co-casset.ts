import { expect } from 'bun:test'
import type { TestServer } from '../server.ts'
import { addReadyTrack, cast, type Person, world } from '../world.ts'

/**
 * Makes a casset that artists share, with a track of its creator's; only those who are named last
 * accept.
 */
export async function makeCoCasset(
  svc: TestServer,
  creator: Person,
  slug: string,
  invited: readonly Person[],
  { splits, accepting = invited }: { splits?: Record<string, number>; accepting?: readonly Person[] } = {},
): Promise<{ id: string; trackId: string }> {
  const body = {
    name: `The ${slug}`,
    slug,
    members: invited.map(({ handle }) => handle),
    ...(splits ? { splits } : {}),
  }
  const { status, json, text } = await svc.call('POST', '/api/co-cassets', { cookie: creator.cookie, body })
  if (status !== 201) throw new Error(`no co-casset: ${status} ${text}`)
  for (const { cookie } of accepting) await svc.call('POST', `/api/co-cassets/${slug}/accept`, { cookie, body: {} })
  const id: string = Object(json).coCasset.id
  const track = await addReadyTrack(svc.ctx, id, `Song of ${slug}`, { contributorId: creator.artistId })
  return { id, trackId: track.id }
}

/** Posts to the routes of co-cassets. */
export const postTogether = (svc: TestServer, { cookie }: Person, path: string, body: unknown = {}) =>
  svc.call('POST', `/api/co-cassets${path}`, { cookie, body })
/** Reads from them. */
export const getTogether = (svc: TestServer, { cookie }: Person, path: string) =>
  svc.call('GET', `/api/co-cassets${path}`, { cookie })

/** Status, code and field of an answer. */
export const told = ({ status, json }: { status: number; json: unknown }) => [
  status,
  Object(json).code,
  Object(json).field,
]
export const coCassetIn = (json: unknown) => Object(json).coCasset

/** The world with a casset of nova, ada and ben, of whom those who are named accept. */
export async function trio(svc: TestServer, accepting: readonly ('ada' | 'ben')[] = ['ada', 'ben']) {
  const people = await world(svc)
  const ben = cast(svc.ctx, 'ben', { published: false })
  const made = await postTogether(svc, people.nova, '', { name: 'Three of us', slug: 'three', members: ['ada', 'ben'] })
  expect(made.status).toBe(201)
  for (const handle of accepting) {
    expect((await postTogether(svc, { ada: people.ada, ben }[handle], '/three/accept')).status).toBe(200)
  }
  return { ...people, ben, made: coCassetIn(made.json) }
}
