import { until } from '../casset/upload.ts'
import type { TestServer } from '../server.ts'
import { inMs } from '../shop/preorder.ts'
import type { Person } from '../world.ts'

type Artist = Pick<Person, 'cookie' | 'cassetId'>

export const hourMs = 3_600_000

/** Announces a party for an hour from now, if nothing else is said. */
export const announce = (svc: TestServer, { cookie, cassetId }: Artist, body: Record<string, unknown> = {}) =>
  svc.call('PUT', `/api/studio/casset/${cassetId}/party`, {
    cookie,
    body: { startsAt: inMs(svc, hourMs), zone: 'Europe/Berlin', ...body },
  })

export const endIt = (svc: TestServer, { cookie, cassetId }: Artist) =>
  svc.call('DELETE', `/api/studio/casset/${cassetId}/party`, { cookie })

/** The party of a tape as somebody sees it, or the status of a refusal. */
export async function partyOf(svc: TestServer, slug = 'nova', cookie?: string) {
  const { status, json } = await svc.call('GET', `/api/casset/${slug}/party`, { cookie })
  return status === 200 ? Object(json).party : status
}

/** Waits until a party has come to a state, as somebody sees it. */
export const isNow = (svc: TestServer, state: 'on' | 'over', cookie?: string) =>
  until(
    () => partyOf(svc, 'nova', cookie),
    (party) => Object(party).state === state,
  )
