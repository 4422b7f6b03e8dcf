import { expect, test } from 'bun:test'
import { inTransaction } from '../db/commits.ts'
import { suspendAccount } from '../src/operate/moderation/suspend.ts'
import { rowsOf } from './support/account/account.ts'
import { field } from './support/again/again.ts'
import { confirmAddresses } from './support/audience/letter.ts'
import { makeList } from './support/casset/playlist.ts'
import { addLinkedClip } from './support/drop/clip.ts'
import { act, dayMs, enter, fund } from './support/drop/drop.ts'
import { decisionIn, takeDown, withOwner } from './support/operate/decision.ts'
import { startSmtp } from './support/platform/smtp.ts'
import { askedFor } from './support/release/asking.ts'
import { publishedRelease } from './support/release/release.ts'
import { makeCoCasset } from './support/room/co-casset.ts'
import { announce } from './support/room/party.ts'
import { type Answer, startServer, type TestServer } from './support/server.ts'
import { share } from './support/shared.ts'
import { inMs } from './support/shop/preorder.ts'
import { addReadyTrack, cast, type Person } from './support/world.ts'

const opened = share(async () => {
  const smtp = await startSmtp()
  const svc = await startServer({ env: { ...smtp.env, PAYMENTS: 'test' }, limiter: { take: () => 0 } })
  return { svc, ...(await withOwner(svc)) }
})

/** An artist with a track, and somebody who begins something there. */
type Stage = {
  svc: TestServer
  owner: Person
  artist: Person
  reader: Person
  track: Awaited<ReturnType<typeof addReadyTrack>>
}

/** The call that ends a thing, and whether any of it is left. */
type Begun = { end: () => Promise<Answer>; isLeft: () => boolean }

const done = async (asked: Promise<Answer>): Promise<Answer> => {
  const answer = await asked
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}

const asReader = ({ svc, reader: { cookie } }: Stage, method: string, path: string, body?: object) =>
  svc.call(method, path, { cookie, ...(body === undefined ? {} : { body }) })

/** Whether a table has a row with these values. */
const has =
  ({ svc }: Stage, table: string, values: Record<string, unknown>) =>
  (): boolean =>
    rowsOf(svc, table).some((row) => Object.entries(values).every(([column, value]) => field(row, column) === value))

const at = ({ artist }: Stage, end: string): string => `/api/casset/${artist.handle}/${end}`

const things: Record<string, (stage: Stage) => Promise<Begun>> = {
  async 'a follow'(stage) {
    await done(asReader(stage, 'POST', at(stage, 'activity'), { type: 'follow' }))
    const isLeft = has(stage, 'follows', { user_id: stage.reader.userId })
    return { end: () => asReader(stage, 'DELETE', at(stage, 'follow')), isLeft }
  },
  async 'letters of all whom they follow'(stage) {
    const allow = (allowed: boolean) => asReader(stage, 'PUT', '/api/letters/followed', { allowed })
    await done(allow(true))
    return { end: () => allow(false), isLeft: has(stage, 'letter_followers', { user_id: stage.reader.userId }) }
  },
  async 'a wish'(stage) {
    await done(asReader(stage, 'POST', at(stage, 'wish'), { tells: true }))
    const isLeft = has(stage, 'wishes', { user_id: stage.reader.userId })
    return { end: () => asReader(stage, 'DELETE', `/api/wishes/${stage.artist.cassetId}`), isLeft }
  },
  async 'a like of a hook'(stage) {
    const like = (liked: boolean) => asReader(stage, 'POST', `/api/hooks/${stage.track.hookId}/like`, { liked })
    await done(like(true))
    return { end: () => like(false), isLeft: has(stage, 'hook_likes', { user_id: stage.reader.userId }) }
  },
  async 'a like of a clip'(stage) {
    const { svc, artist, track } = stage
    const { id } = addLinkedClip(svc, artist, track, 'A clip')
    await svc.call('POST', `/api/hooks/submissions/${id}/decide`, { ...artist, body: { decision: 'ACCEPTED' } })
    const like = (liked: boolean) => asReader(stage, 'POST', `/api/hooks/submissions/${id}/like`, { liked })
    await done(like(true))
    return { end: () => like(false), isLeft: has(stage, 'submission_likes', { user_id: stage.reader.userId }) }
  },
  async 'a comment'(stage) {
    const { json } = await done(asReader(stage, 'POST', at(stage, 'comment'), { text: 'Hello' }))
    const path = at(stage, `comments/${field(json, 'comment', 'id')}`)
    const isLeft = has(stage, 'comments', { author_id: stage.reader.userId, removed_at: null })
    return { end: () => asReader(stage, 'DELETE', path), isLeft }
  },
  async 'a clip'(stage) {
    const { id } = addLinkedClip(stage.svc, stage.reader, stage.track, 'A clip')
    return {
      end: () => asReader(stage, 'DELETE', `/api/hooks/submissions/${id}`),
      isLeft: has(stage, 'submissions', { id }),
    }
  },
  async 'a place among those who come to a party'(stage) {
    await done(announce(stage.svc, stage.artist))
    const key = stage.reader.userId.replaceAll('-', '').slice(-22)
    const come = (comes: boolean) => asReader(stage, 'POST', at(stage, 'party/guests'), { key, comes })
    await done(come(true))
    return { end: () => come(false), isLeft: has(stage, 'parties', { casset_id: stage.artist.cassetId, guests: 1 }) }
  },
  async 'a prize that they won'(stage) {
    const { svc, artist, reader, track } = stage
    const drop = {
      ...{ title: 'Make it move', brief: 'A clip of the hook.', terms: 'Void where prohibited.', hookId: track.hookId },
      ...{ endsAt: inMs(svc, 7 * dayMs), winners: 1, split: [100] },
    }
    const { json } = await done(svc.call('POST', '/api/campaigns', { cookie: artist.cookie, body: drop }))
    const id = String(field(json, 'campaign', 'id'))
    await fund(svc, artist, id)
    await act(svc, artist, id, 'launch')
    const submissionIds = [await enter(svc, reader, track.hookId, id)]
    await act(svc, artist, id, 'select-winner', { submissionIds })
    const isLeft = has(stage, 'campaign_payouts', { artist_id: reader.artistId })
    return { end: () => act(svc, reader, id, 'decline'), isLeft }
  },
  async 'a track on a playlist'(stage) {
    const id = await makeList(stage.svc, stage.reader, 'Evening', [stage.track.id])
    const end = () => asReader(stage, 'DELETE', `/api/playlists/${id}/tracks/${stage.track.id}`)
    return { end, isLeft: has(stage, 'playlist_tracks', { playlist_id: id }) }
  },
  async 'a question for a license'(stage) {
    const { svc, artist, reader, track } = stage
    const id = await askedFor(svc, await publishedRelease(svc, artist, [track.id]), {}, { cookie: reader.cookie })
    const end = () => asReader(stage, 'DELETE', `/api/agents/license-requests/${id}`)
    return { end, isLeft: has(stage, 'license_requests', { id }) }
  },
  async 'a place in a casset of several artists'(stage) {
    const { svc, artist, reader } = stage
    const slug = `both-${reader.handle}`
    await makeCoCasset(svc, artist, slug, [reader])
    const isLeft = has(stage, 'co_members', { artist_id: reader.artistId, left_at: null })
    return { end: () => asReader(stage, 'POST', `/api/co-cassets/${slug}/leave`, {}), isLeft }
  },
}

const suspend = ({ svc: { ctx } }: Stage, { userId }: Person) =>
  inTransaction(ctx.db, () => suspendAccount(ctx, userId, 'terms'))

const byArtist = ({ svc, artist: { cookie } }: Stage, method: string, path: string, body: object) =>
  done(svc.call(method, path, { cookie, body }))

const decided = ({ svc, owner }: Stage, kind: 'page' | 'track', id: string) =>
  takeDown(svc, owner, { kind, id, ground: 'law' }).then(decisionIn)

const happenings: Record<string, (stage: Stage) => Promise<unknown> | unknown> = {
  'they are banned': (stage) =>
    byArtist(stage, 'PUT', at(stage, `room/members/${stage.reader.handle}`), { banned: true }),
  'it is private': (stage) =>
    byArtist(stage, 'PATCH', `/api/studio/casset/${stage.artist.cassetId}`, { privacy: 'private' }),
  'its page is taken down': (stage) => decided(stage, 'page', stage.artist.cassetId),
  'its track is taken down': (stage) => decided(stage, 'track', stage.track.id),
  'they are suspended': (stage) => suspend(stage, stage.reader),
  'its artist is suspended': (stage) => suspend(stage, stage.artist),
}

test.each(Object.keys(happenings))('whoever began something ends it, also when %s', async (what) => {
  const { svc, owner } = await opened()
  const wrong: string[] = []
  for (const [name, begin] of Object.entries(things)) {
    const number = svc.ctx.uuid().slice(-12)
    const artist = cast(svc.ctx, `artist-${number}`)
    const reader = cast(svc.ctx, `reader-${number}`, { published: false })
    confirmAddresses(svc)
    const stage = { svc, owner, artist, reader, track: await addReadyTrack(svc.ctx, artist.cassetId, 'Song') }
    const { end, isLeft } = await begin(stage)
    await happenings[what]?.(stage)
    if (!isLeft()) wrong.push(`${name}: not begun`)
    const { status } = await end()
    if (isLeft()) wrong.push(`${name}: ${status}`)
  }
  expect(wrong).toEqual([])
})
