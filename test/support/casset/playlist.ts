import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

/** Makes a playlist with these tracks; returns its id. Throws when a call is refused. */
export async function makeList(
  svc: TestServer,
  { cookie }: Pick<Person, 'cookie'>,
  name: string,
  trackIds: readonly string[] = [],
): Promise<string> {
  const made = await svc.call('POST', '/api/playlists', { cookie, body: { name } })
  const id = String(Object(made.json).id)
  if (made.status !== 201) throw new Error(made.text)
  if (trackIds.length === 0) return id
  const added = await svc.call('POST', `/api/playlists/${id}/tracks`, { cookie, body: { trackIds } })
  if (added.status !== 200) throw new Error(added.text)
  return id
}
