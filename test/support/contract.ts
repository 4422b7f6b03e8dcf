import { recordConsent } from '../../src/audience/mailing-list/record-consent.ts'
import { addSubscription } from './account/notification.ts'
import { newBrowser } from './account/push.ts'
import { writeLetter } from './audience/letter.ts'
import { addShow } from './audience/show.ts'
import { addPicture } from './casset/casset.ts'
import { addExtraRow, extrasPath } from './casset/extra.ts'
import { makeList } from './casset/playlist.ts'
import { addTape } from './casset/tape.ts'
import { beginUpload } from './casset/tus.ts'
import { otherProofs } from './contract-rules.ts'
import { addSubmittedClip } from './drop/clip.ts'
import { addDrop } from './drop/drop-row.ts'
import { addDispute } from './earnings/dispute.ts'
import { addSale } from './earnings/sale.ts'
import { addExport } from './operate/export.ts'
import { makeRelease, publishedRelease } from './release/release.ts'
import { makeCoCasset } from './room/co-casset.ts'
import { addComment, addReport } from './room/room.ts'
import { agentSecret, type TestServer } from './server.ts'
import { makeCodes } from './shop/code.ts'
import { makeDiscount } from './shop/discount.ts'
import { addEmoji } from './shop/emoji.ts'
import { addReadyTrack, world } from './world.ts'

/**
 * The world with what the routes need besides: a picture with its files' row, an upload that was
 * begun, an emoji, and an uploaded picture that could be one, a comment and a report of another
 * one.
 */
export async function stageOf(svc: TestServer) {
  const people = await world(svc)
  const { nova } = people
  const upload = await beginUpload(svc, nova, 500)
  const extraUpload = await beginUpload(svc, nova, 500, { filename: 'Booklet.pdf' }, extrasPath(nova))
  const preview = { previewSha256: people.dawn.sha256, previewBytes: people.dawn.bytes }
  const booklet = await addExtraRow(svc.ctx, nova.cassetId, preview)
  const picture = addPicture(svc, nova)
  const variant = { sha256: people.dawn.sha256, width: 256, bytes: people.dawn.bytes }
  svc.ctx.db.$client.run('UPDATE assets SET variants = ? WHERE id = ?', [JSON.stringify([variant]), picture.id])
  svc.ctx.db.$client.run('UPDATE tracks SET whole_for_all = 1 WHERE id = ?', [people.kettle.id])
  const { id: batchId } = await makeCodes(svc, nova)
  const { id: discountId } = await makeDiscount(svc, nova)
  const wave = await addEmoji(svc, nova)
  const sticker = addPicture(svc, nova)
  svc.ctx.db.$client.run('UPDATE assets SET sha256 = ?, bytes = ? WHERE id = ?', [wave.sha256, wave.bytes, sticker.id])
  const sale = addSale(svc, people.ada, nova)
  const dispute = addDispute(svc, sale)
  const draftId = await makeRelease(svc, nova, [people.dawn.id, people.kettle.id])
  const releaseId = await publishedRelease(svc, nova, [people.dawn.id])
  const remark = addComment(svc, people.nova, people.nova, 'Welcome')
  const complaint = addReport(svc, people.nova, people.draft, people.hidden)
  const submission = addSubmittedClip(svc, nova, people.dawn)
  const browser = newBrowser('https://fcm.googleapis.com')
  const subscriptionId = addSubscription(svc, nova)
  const posted = { remark, complaint, submission, browser, subscriptionId }
  const dropId = addDrop(svc, nova, people.kettle)
  const { userId, handle } = nova
  const agreed = { artistId: people.ada.artistId, userId, email: `${handle}@example.com`, text: 'Yes' } as const
  const consentId = recordConsent(svc.ctx, { ...agreed, from: 'checkout' })
  const { trackId: duoTrack } = await makeCoCasset(svc, nova, 'duo', [people.ada], { accepting: [] })
  const exportId = await addExport(svc, nova)
  const letterId = await writeLetter(svc, nova)
  const showId = await addShow(svc, nova)
  const playlistId = await makeList(svc, nova, 'Evening', [people.dawn.id])
  const [spareId, shelfId] = ['spare', 'shelf'].map((word) => addTape(svc, nova, word, { published: false }))
  const spare = await addReadyTrack(svc.ctx, spareId ?? '', 'Spare')
  const long = await addReadyTrack(svc.ctx, spareId ?? '', 'Long')
  return {
    ...people,
    ...posted,
    exportId,
    spare,
    long,
    shelfId,
    upload,
    extraUpload,
    booklet,
    picture,
    sale,
    dispute,
    batchId,
    discountId,
    wave,
    sticker: sticker.id,
    draftId,
    releaseId,
    duoTrack,
    dropId,
    consentId,
    letterId,
    showId,
    playlistId,
  }
}

export type Stage = Awaited<ReturnType<typeof stageOf>>

type Standing = {
  who: string
  begin: (stage: Stage) => string
  end: (stage: Stage) => string
  /** Routes that refuse her then, and otherwise would not. */
  refuses: readonly string[]
}

const inRoom = (who: string, column: 'muted' | 'banned', refuses: readonly string[]): Standing => ({
  who,
  begin: ({ nova, ada }) =>
    `INSERT INTO room_members (casset_id, user_id, ${column}, changed_at) VALUES ('${nova.cassetId}', '${ada.userId}', 1, 0)`,
  end: ({ ada }) => `DELETE FROM room_members WHERE user_id = '${ada.userId}'`,
  refuses,
})

const asRole =
  (role: 'member' | 'owner') =>
  ({ ada }: Stage) =>
    `UPDATE users SET role = '${role}' WHERE id = '${ada.userId}'`

/**
 * The relations of ada to nova, each as SQL that begins and ends it. Nothing of it makes nova's
 * things hers.
 */
export const standings: readonly Standing[] = [
  { who: 'a member of the instance', begin: asRole('member'), end: asRole('member'), refuses: [] },
  { who: 'the owner of the instance', begin: asRole('owner'), end: asRole('member'), refuses: [] },
  {
    who: 'somebody who makes a casset with them',
    begin: ({ ada }) => `UPDATE co_members SET joined_at = 1 WHERE artist_id = '${ada.artistId}'`,
    end: ({ ada }) => `UPDATE co_members SET joined_at = NULL WHERE artist_id = '${ada.artistId}'`,
    refuses: [],
  },
  inRoom('somebody muted in their room', 'muted', ['POST /api/casset/:slug/comment']),
  inRoom('somebody banned from their room', 'banned', [
    'GET /api/casset/:slug/sideb',
    'POST /api/casset/:slug/comment',
    'POST /api/casset/:slug/activity',
  ]),
]

/**
 * One route as the contract has it: a call that works, as nova, and how it is answered. It needs a
 * session and takes from the bucket of reads or writes, unless contract-rules.ts says otherwise.
 */
export type Row = {
  /** Method and path, as the program names its route. */
  route: `${'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`
  /** Where it is; its own path when it has no parameters. */
  at?: (stage: Stage) => string
  body?: (stage: Stage) => Record<string, unknown>
  send?: () => Promise<{ type: string; body: Uint8Array<ArrayBuffer>; headers?: Record<string, string> }>
  /** 200 unless it says otherwise. */
  status?: number
  /** Its Cache-Control: `no-store` unless it says otherwise. */
  cache?: string
  /** A form of another site may send the call, as Apple's does. */
  isFromOtherSite?: true
  /** The call takes away what others of the table need, as signing out does. */
  isAlone?: true
  /** The same with an id that is none: where and how it is answered. */
  malformed?: { at: string; status: number }
  /** The same with the id of what is another's (nova's, asked by ada), and of nothing at all. */
  foreign?: (stage: Stage) => string
  /** The owner of the instance may do it with what is another's too. */
  isForInstanceOwner?: true
  /** The message about another's, where it is not a casset. */
  foreignError?: string
  absent?: (stage: Stage) => string
}

export type Case = Row &
  Required<Pick<Row, 'at' | 'status' | 'cache'>> & { method: string; path: string; isWrite: boolean }

export function toCase(row: Row): Case {
  const [method = '', path = ''] = row.route.split(' ')
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  return { at: () => path, status: 200, cache: 'no-store', ...row, method, path, isWrite }
}

/** Asks a row's route, as it works or with something changed. */
export async function ask(
  svc: TestServer,
  row: Case,
  stage: Stage,
  { path = row.at(stage), cookie, headers = {}, extra }: AskOptions = {},
): Promise<Response> {
  const sent = await row.send?.()
  const json = row.body === undefined ? undefined : JSON.stringify({ ...row.body(stage), ...extra })
  const type = sent?.type ?? (json === undefined ? '' : 'application/json')
  const body = sent?.body ?? json
  return svc.fetch(path, {
    method: row.method,
    redirect: 'manual',
    headers: {
      ...(type === '' ? {} : { 'content-type': type }),
      ...(cookie === undefined ? {} : { cookie }),
      ...sent?.headers,
      ...(otherProofs.get(row.route) === 'agentSecret' ? { authorization: `Bearer ${agentSecret}` } : {}),
      ...headers,
    },
    ...(body === undefined || body.length === 0 ? {} : { body }),
  })
}

export type AskOptions = {
  path?: string
  cookie?: string | undefined
  headers?: Record<string, string>
  extra?: Record<string, unknown>
}
