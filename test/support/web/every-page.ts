import { eq } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { taxDetails } from '../../../db/schema/books/tax.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { recordConsent } from '../../../src/audience/mailing-list/record-consent.ts'
import { mailingListText } from '../../../src/lib/account/mailing-list-text.ts'
import { longest } from '../../../src/lib/text/longest.ts'
import { issueLink } from '../../../src/order/guest-link.ts'
import { pages } from '../../../src/web/pages.ts'
import { addLetters, unsubscribeKeys } from '../audience/letter.ts'
import { optInKey } from '../audience/opt-in.ts'
import { switchOnVat } from '../books/vat.ts'
import { addPlayableTrack } from '../casset/playable.ts'
import { makeList } from '../casset/playlist.ts'
import { addTape } from '../casset/tape.ts'
import { addDrop, addEntry } from '../drop/drop-row.ts'
import { addStatement } from '../earnings/artist-statement.ts'
import { makeOwner, openDisputed } from '../earnings/dispute.ts'
import { reportedAndDecided } from '../operate/decision.ts'
import { answer, askedFor, yes } from '../release/asking.ts'
import { bought, quoted } from '../release/license.ts'
import { decide, publishedRelease } from '../release/release.ts'
import { makeCoCasset } from '../room/co-casset.ts'
import { addReport } from '../room/room.ts'
import type { TestServer } from '../server.ts'
import { makeCodes } from '../shop/code.ts'
import { makeDiscount } from '../shop/discount.ts'
import { addEmoji, square, uploadPicture } from '../shop/emoji.ts'
import { give } from '../shop/gift.ts'
import { beginAsGuest, collectAsGuest } from '../shop/guest.ts'
import { sellTracks } from '../shop/single-track.ts'
import { supportPages } from '../shop/support.ts'
import { addReadyTrack, cast, type Person } from '../world.ts'
import { addClips } from './every-clip.ts'
import { moderationPages } from './moderation-pages.ts'

/** A page as somebody sees it; without `as`, a stranger. */
type Visited = { path: string; as?: Person }

/** Pages that send no document of their own. */
const sheets = ['studioThemeRoute', 'startRoute', 'surpriseRoute']

/**
 * The visit of a page that has no other here: of nova's casset, by a stranger, or by whoever has to
 * be signed in for it. Throws for an address that names something else.
 */
async function usualVisit(
  svc: TestServer,
  path: string,
  { nova, bea }: Record<'nova' | 'bea', Person>,
): Promise<Visited> {
  const at = path.replace(/:(?:slug|handle)/, 'nova')
  if (at.includes(':')) throw new Error(`Say here how ${path} is visited.`)
  const { status } = await svc.call('GET', at, { headers: { accept: 'text/html' } })
  if (status !== 303) return { path: at }
  return { path: at, as: /^\/(?:studio|desk)\b/.test(at) ? nova : bea }
}

const legal = {
  IMPRINT: '## Who runs this\n\nNova, 1 Road, 12345 Town',
  PRIVACY_POLICY: '- Your address\n- What you bought',
  TERMS: 'Be **kind**.',
  CONTACT: 'Write to nova@music.example.',
  DROP_RULES: 'The best clip wins.',
}

/** A server with something on every page, and their addresses. */
export async function everyPage(env: Record<string, string> = {}) {
  const { svc, nova, ada, orderId } = await openDisputed(
    { reason: 'product_not_received' },
    { env: { PAYMENTS: 'test', ...legal, ...env } },
  )
  const { ctx } = svc
  makeOwner(svc, nova)
  switchOnVat(svc, { US: '25.5', DE: '19', FR: '20' })
  ctx.db
    .update(artists)
    .set({ location: 'Lower Reservoir', pronouns: 'she / her', bio: 'Songs recorded before breakfast. '.repeat(12) })
    .where(eq(artists.id, nova.artistId))
    .run()
  for (const invited of [{ note: 'The drummer' }, { email: `${'W'.repeat(60)}@example.com`, note: 'W'.repeat(120) }]) {
    await svc.call('POST', '/api/admin/invitations', { cookie: nova.cookie, body: invited })
  }
  const salt = await addPlayableTrack(ctx, nova.cassetId, 'Salt & Rust', { position: 3, lyrics: 'la '.repeat(80) })
  const live = addTape(svc, nova, 'live')
  await addPlayableTrack(ctx, live, 'Encore')
  await uploadPicture(svc, nova, square)
  const emoji = await addEmoji(svc, nova)
  await makeCodes(svc, nova)
  await makeDiscount(svc, nova, { uses: 5, code: 'W'.repeat(24) })
  await makeDiscount(svc, nova, { percent: 100, cassetId: null })
  const playlistId = await makeList(svc, ada, 'W'.repeat(120), [salt.id])
  const releaseId = await publishedRelease(svc, nova, [salt.id])
  const price = { amount: 900, currency: 'usd' }
  const terms = 'Name the artist wherever you use it. '.repeat(4)
  await decide(svc, nova, releaseId, { scope: 'remix', decision: 'REQUIRE_LICENSE', price, terms })
  const quoteId = await quoted(svc, releaseId, ['remix'], { agentKey: 'librarian '.repeat(18) })
  const licensed = await bought(svc, releaseId, ['remix'])
  const licenseLink = issueLink(ctx, licensed.orderId, 'license')
  const openRequest = await askedFor(svc, releaseId, { contact: { name: 'W'.repeat(160), email: 'w@w.example' } })
  const granted = await askedFor(svc, releaseId, { offer: { amount: 90_000, currency: 'usd' } })
  await answer(svc, nova, releaseId, granted, yes(900, { terms, message: 'W'.repeat(200) }))
  const unpriced = await quoted(svc, releaseId, ['sync'])
  await addClips(svc, nova, ada)
  const [letterId, sentId] = await addLetters(svc, nova)
  const bea = cast(ctx, 'bea', { published: false })
  const gift = cast(ctx, 'gift', { name: 'Present', priceMinor: 0, bio: null })
  await addReadyTrack(ctx, gift.cassetId, 'Present')
  // Seven tapes on the rack: one more than fits next to one another. One of them has a name without
  // a space.
  for (const handle of ['tape-3', 'tape-4', 'tape-5', 'tape-6', 'tape-7']) {
    const displayName = handle === 'tape-3' ? 'W'.repeat(80) : handle
    await addReadyTrack(ctx, cast(ctx, handle, { displayName, name: handle }).cassetId, 'Song')
  }
  const draft = cast(ctx, 'unready', { name: 'W'.repeat(120), displayName: 'W'.repeat(80), published: false })
  await addReadyTrack(ctx, draft.cassetId, 'X'.repeat(240), { status: 'PROCESSING', hookDurationSec: null })
  ctx.db
    .insert(taxDetails)
    .values({ artistId: nova.artistId, priceNote: 'W'.repeat(longest.priceNote), changedAt: 0 })
    .run()
  ctx.db
    .update(cassets)
    .set({ priceMinor: 700, styles: ['Lo-fi', 'W'.repeat(30)] })
    .where(eq(cassets.id, nova.cassetId))
    .run()
  sellTracks(svc, nova, 150)
  await makeCoCasset(svc, nova, 'duo', [ada, bea], { accepting: [ada] })
  addReport(svc, nova, ada, bea)
  const decisionId = await reportedAndDecided(svc, {
    owner: nova,
    reporter: ada,
    trackId: salt.id,
    pageId: bea.cassetId,
  })
  const dropId = addDrop(svc, nova, salt, { title: 'W'.repeat(120), terms: 'Void where prohibited. '.repeat(40) })
  const draftId = addDrop(svc, nova, salt, { state: 'DRAFT', openedAt: null })
  addEntry(svc, ada, salt, dropId)
  const guest = await collectAsGuest(svc)
  const unpaid = await beginAsGuest(svc)
  await give(svc, ada, { email: `${'w'.repeat(60)}@example.org`, message: 'W'.repeat(500) })
  const given = await give(svc, null)
  const giftLink = issueLink(ctx, given.orderId, 'gift')
  const claim = issueLink(ctx, guest.orderId, 'claim')
  const forGood = issueLink(ctx, (await give(svc, null, { message: 'W'.repeat(500) })).orderId, 'gift')
  const taken = await svc.call('POST', '/api/gifts/take', { body: { secret: forGood } })
  const takenLink = String(Object(taken.json).url).split('/').at(-1)
  const agreed = { artistId: nova.artistId, email: 'ada@example.com', userId: ada.userId, from: 'checkout' } as const
  recordConsent(ctx, { ...agreed, text: mailingListText('Nova') })
  for (const [stoppedSec, source, language] of [
    [12, 'blog.example', 'de-AT'],
    [29, `${'w'.repeat(60)}.example`, 'pt-BR'],
    [3, null, 'en'],
  ] as const) {
    const body = { trackId: salt.id, heard: 'preview', stoppedSec, source }
    await svc.call('POST', '/api/casset/nova/plays', { body, headers: { 'accept-language': language } })
  }
  const statementId = addStatement(svc, gift)
  await svc.call('PUT', `/api/studio/casset/${nova.cassetId}/party`, {
    cookie: nova.cookie,
    body: { startsAt: new Date(ctx.now() + 86_400_000).toISOString(), zone: 'Europe/Berlin' },
  })
  const visits: Record<string, Visited[]> = {
    searchRoute: ['', '?q=fir', '?q=n&type=artists', `?q=${'W'.repeat(100)}&type=tracks`].map((q) => ({
      path: `/search${q}`,
    })),
    witnessRoute: [{ path: '/witness' }],
    browseRoute: [{ path: '/browse' }, { path: '/browse?style=lo-fi' }, { path: '/browse?place=none' }],
    sideBRoute: [{ path: '/@nova/sideb' }, { path: '/@nova/sideb', as: nova }],
    worldRoute: [{ path: '/@nova' }, { path: '/@nova', as: ada }, { path: '/@unready', as: draft }],
    tapeRoute: [{ path: '/@nova/live' }, { path: '/@nova/live', as: nova }],
    worldReleaseRoute: [{ path: `/@nova/releases/${releaseId}` }],
    worldClipRoute: [{ path: '/@nova/clip', as: ada }],
    worldClipVideoRoute: [
      { path: `/@nova/clip/video?track=${salt.id}`, as: nova },
      { path: '/@unready/clip/video', as: draft },
    ],
    signupJoinRoute: [{ path: '/signup/join' }],
    signupRoute: [{ path: '/signup' }, { path: '/signup?as=artist' }, { path: '/signup?invite=none' }],
    resetRoute: [{ path: '/reset' }, { path: '/reset?token=none' }],
    setUpRoute: [{ path: '/setup', as: nova }],
    accountDeleteRoute: [{ path: '/account/delete', as: nova }],
    accountEmailRoute: [{ path: '/account/email#token=x' }, { path: '/account/email' }],
    accountEmailUndoRoute: [{ path: '/account/email/undo#token=x' }],
    accountRoute: [
      { path: '/account', as: nova },
      { path: '/account', as: ada },
    ],
    playlistsRoute: [{ path: '/library/playlists', as: ada }],
    playlistRoute: [{ path: `/library/playlists/${playlistId}`, as: ada }],
    wishesRoute: [{ path: '/library/wishes', as: ada }],
    libraryRoute: [ada, bea].map((as) => ({ path: '/library', as })),
    linksRoute: [{ path: '/links', as: ada }],
    receiptsRoute: [{ path: '/receipts', as: ada }],
    receiptRoute: [{ path: `/receipt/${orderId}`, as: ada }],
    redeemRoute: [{ path: '/redeem' }, { path: '/redeem', as: ada }],
    checkoutRoute: [
      { path: '/checkout/nova', as: bea },
      { path: '/checkout/gift', as: bea },
      { path: '/checkout/nova' },
      { path: '/checkout/nova?code=spring', as: bea },
      { path: '/checkout/nova?code=none' },
    ],
    collectedRoute: [
      { path: `/collected/${guest.secret}` },
      { path: `/collected/${given.secret}` },
      { path: `/collected/${unpaid.secret}` },
    ],
    collectedReceiptRoute: [{ path: `/collected/${guest.secret}/receipt` }],
    claimRoute: [{ path: `/claim/${claim}` }, { path: `/claim/${claim}`, as: bea }],
    checkoutTrackRoute: [{ path: `/checkout/nova/track/${salt.id}` }],
    checkoutGiftRoute: [{ path: '/checkout/nova/gift' }, { path: '/checkout/nova/gift', as: bea }],
    takenRoute: [{ path: `/taken/${takenLink}` }, { path: `/taken/${takenLink}`, as: bea }],
    giftRoute: [{ path: `/gift/${giftLink}` }, { path: `/gift/${giftLink}`, as: bea }],
    checkoutLicenseRoute: [
      { path: `/checkout/nova/license/${quoteId}` },
      { path: `/checkout/nova/license/${unpriced}` },
    ],
    requestRoute: [{ path: `/requests/${openRequest}` }, { path: `/requests/${granted}` }],
    licenseRoute: [{ path: `/licenses/${licensed.orderId}` }],
    licensedRoute: [{ path: `/licensed/${licenseLink}` }],
    checkoutEmojiRoute: [{ path: `/checkout/nova/emoji/${emoji.id}`, as: bea }],
    checkoutDropRoute: [
      { path: `/checkout/nova/drop/${draftId}`, as: nova },
      { path: `/checkout/nova/drop/${dropId}`, as: nova },
    ],
    dropRoute: [
      { path: `/drops/${dropId}` },
      { path: `/drops/${dropId}`, as: bea },
      { path: `/drops/${dropId}`, as: ada },
    ],
    studioDropsRoute: [
      { path: '/studio/drops', as: nova },
      { path: '/studio/drops', as: gift },
    ],
    studioDropRoute: [
      { path: `/studio/drops/${dropId}`, as: nova },
      { path: `/studio/drops/${draftId}`, as: nova },
    ],
    studioRoute: [
      { path: '/studio', as: nova },
      { path: '/studio', as: draft },
      { path: '/studio', as: cast(ctx, 'listener', { makesMusic: false, published: false }) },
    ],
    notificationsRoute: [{ path: '/notifications', as: nova }],
    guideTopicRoute: [{ path: '/guide/settings' }],
    unsubscribeRoute: unsubscribeKeys(svc, nova).map((key) => ({ path: `/unsubscribe?key=${key}` })),
    mailingListRoute: [{ path: `/mailing-list?key=${optInKey(ctx, nova)}` }],
    studioCoCassetRoute: [
      { path: '/studio/together/duo', as: nova },
      { path: '/studio/together/duo', as: bea },
    ],
    studioTogetherCassetRoute: [{ path: '/studio/together/duo/casset', as: nova }],
    studioTogetherEmojiRoute: [{ path: '/studio/together/duo/emoji', as: nova }],
    studioTogetherCodesRoute: [{ path: '/studio/together/duo/codes', as: nova }],
    studioTogetherRoomRoute: [{ path: '/studio/together/duo/room', as: nova }],
    studioTapeRoute: [
      { path: '/studio/tapes/nova', as: nova },
      { path: '/studio/tapes/nova.live', as: nova },
    ],
    studioTapeEmojiRoute: [{ path: '/studio/tapes/nova.live/emoji', as: nova }],
    studioTapeCodesRoute: [{ path: '/studio/tapes/nova.live/codes', as: nova }],
    studioTapeRoomRoute: [{ path: '/studio/tapes/nova.live/room', as: nova }],
    studioRoomRoute: [
      { path: '/studio/room', as: nova },
      { path: '/studio/room', as: gift },
    ],
    studioStatisticsRoute: [
      { path: '/studio/statistics', as: nova },
      { path: '/studio/statistics', as: gift },
    ],
    studioPayoutsRoute: [
      { path: '/studio/payouts', as: nova },
      { path: '/studio/payouts', as: gift },
    ],
    studioLetterRoute: [letterId, sentId].map((id) => ({ path: `/studio/letters/${id}`, as: nova })),
    studioLetterPageRoute: [{ path: `/studio/letters/${letterId}/page`, as: nova }],
    worldLetterRoute: [{ path: '/@nova/letters/a-new-tape' }],
    studioReleaseRoute: [{ path: `/studio/releases/${releaseId}`, as: nova }],
    ...moderationPages({ owner: nova, maker: bea, decisionId, trackId: salt.id }),
    deskSetupRoute: [{ path: '/desk/setup?step=payments', as: nova }],
    deskStatementsRoute: ['', '?month=2020-01'].map((query) => ({ path: `/desk/statements${query}`, as: nova })),
    ...(await supportPages(svc, { nova, ada, bea })),
    studioStatementsRoute: [{ path: '/studio/statements', as: ada }],
    studioStatementRoute: [{ path: `/studio/statements/${statementId}`, as: nova }],
    deskVatSummaryRoute: [
      { path: '/desk/vat/summary', as: nova },
      { path: '/desk/vat/summary?quarter=2020-Q1', as: nova },
    ],
    studioSellerRoute: [{ path: `/studio/sellers/${gift.artistId}`, as: nova }],
    deskPersonRoute: [{ path: `/desk/people/${bea.userId}`, as: nova }],
    openapi: [{ path: '/openapi' }],
    nothing: [{ path: '/nothing' }],
  }
  for (const { name, path } of pages) {
    if (!sheets.includes(name)) visits[name] ??= [await usualVisit(svc, path, { nova, bea })]
  }
  const all = Object.entries(visits)
  return { svc, nova, visits: all.flatMap(([route, each]) => each.map((visit) => ({ route, ...visit }))) }
}
