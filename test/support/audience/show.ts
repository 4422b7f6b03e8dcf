import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

/** Announces a show of an artist in 30 days, or as `body` says. Returns its id. */
export async function addShow(svc: TestServer, { cookie }: Person, body: object = {}): Promise<string> {
  const day = new Date(svc.ctx.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const show = { day, zone: 'Europe/Berlin', venue: 'Kulturhaus', town: 'Berlin', country: 'DE', ...body }
  const { status, json, text } = await svc.call('POST', '/api/studio/shows', { cookie, body: show })
  if (status !== 201) throw new Error(text)
  return Object(json).show.id
}
