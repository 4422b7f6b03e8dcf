import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

const Made = t.Object({ release: t.Object({ id: t.String() }) })

/** Creates a release of an artist's tracks, with more fields when given, and returns its id. */
export async function makeRelease(
  svc: TestServer,
  { cookie }: Person,
  trackIds: readonly string[],
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = { title: 'First Light', type: 'EP', trackIds, ...more }
  const { status, json } = await svc.call('POST', '/api/studio/releases', { cookie, body })
  if (status !== 201) throw new Error(`The release was not made: ${JSON.stringify(json)}`)
  Value.Assert(Made, json)
  return json.release.id
}

/** Publishes a release and waits until its manifest is signed and in the log. */
export async function publish(svc: TestServer, { cookie }: Person, id: string): Promise<void> {
  const { status, json } = await svc.call('POST', `/api/internal/releases/${id}/publish`, { cookie, body: {} })
  if (status !== 202) throw new Error(`The release was not published: ${JSON.stringify(json)}`)
  await svc.ctx.jobs.idle()
}

/** The same for a new release. Returns its id. */
export async function publishedRelease(...[svc, artist, ...rest]: Parameters<typeof makeRelease>): Promise<string> {
  const id = await makeRelease(svc, artist, ...rest)
  await publish(svc, artist, id)
  return id
}

/** Sets the policy of a scope as the release's artist. */
export async function decide(svc: TestServer, { cookie }: Person, id: string, body: object): Promise<void> {
  const { status, json } = await svc.call('PATCH', `/api/internal/releases/${id}/permissions`, { cookie, body })
  if (status !== 200) throw new Error(`The policy was not set: ${JSON.stringify(json)}`)
}
