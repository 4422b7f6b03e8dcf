import type { ListedPage } from './page.tsx'

const at = (path: string, load: ListedPage['load']): ListedPage => ({ path, load })

/**
 * Every page of the service except its API: the router takes each of this list. Its code is loaded
 * when it is first visited: no start waits for it.
 */
export const pages = {
  accountDecisionRoute: at(
    '/account/decisions/:id',
    async () => (await import('./page/account/decisions.tsx')).accountDecisionRoute,
  ),
  accountDecisionsRoute: at(
    '/account/decisions',
    async () => (await import('./page/account/decisions.tsx')).accountDecisionsRoute,
  ),
  accountDeleteRoute: at('/account/delete', async () => (await import('./page/account/delete.tsx')).accountDeleteRoute),
  accountEmailRoute: at('/account/email', async () => (await import('./page/account/email.tsx')).accountEmailRoute),
  accountEmailUndoRoute: at(
    '/account/email/undo',
    async () => (await import('./page/account/email.tsx')).accountEmailUndoRoute,
  ),
  verifyRoute: at('/account/verify', async () => (await import('./page/account/verify.tsx')).verifyRoute),
  accountRoute: at('/account', async () => (await import('./page/account/route.tsx')).accountRoute),
  browseRoute: at('/browse', async () => (await import('./page/browse.tsx')).browseRoute),
  surpriseRoute: at('/surprise', async () => (await import('./page/browse.tsx')).surpriseRoute),
  checkoutDropRoute: at(
    '/checkout/:slug/drop/:id',
    async () => (await import('./page/checkout/drop.tsx')).checkoutDropRoute,
  ),
  checkoutEmojiRoute: at(
    '/checkout/:slug/emoji/:emojiId',
    async () => (await import('./page/checkout/emoji.tsx')).checkoutEmojiRoute,
  ),
  checkoutEverythingRoute: at(
    '/checkout/:slug/everything',
    async () => (await import('./page/checkout/everything.tsx')).checkoutEverythingRoute,
  ),
  checkoutGiftRoute: at(
    '/checkout/:slug/gift',
    async () => (await import('./page/checkout/gift.tsx')).checkoutGiftRoute,
  ),
  checkoutLicenseRoute: at(
    '/checkout/:slug/license/:quoteId',
    async () => (await import('./page/checkout/license.tsx')).checkoutLicenseRoute,
  ),
  checkoutTipRoute: at('/checkout/:slug/tip', async () => (await import('./page/checkout/tip.tsx')).checkoutTipRoute),
  checkoutTrackRoute: at(
    '/checkout/:slug/track/:trackId',
    async () => (await import('./page/checkout/track.tsx')).checkoutTrackRoute,
  ),
  checkoutRoute: at('/checkout/:slug', async () => (await import('./page/checkout/route.tsx')).checkoutRoute),
  claimRoute: at('/claim/:secret', async () => (await import('./page/bought/claim.tsx')).claimRoute),
  collectedReceiptRoute: at(
    '/collected/:secret/receipt',
    async () => (await import('./page/collected/route.tsx')).collectedReceiptRoute,
  ),
  collectedRoute: at('/collected/:secret', async () => (await import('./page/collected/route.tsx')).collectedRoute),
  deskDecideRoute: at('/desk/decide', async () => (await import('./page/desk/decide.tsx')).deskDecideRoute),
  deskDecisionRoute: at(
    '/desk/decisions/:id',
    async () => (await import('./page/desk/decision.tsx')).deskDecisionRoute,
  ),
  deskDecisionsRoute: at('/desk/decisions', async () => (await import('./page/desk/decisions.tsx')).deskDecisionsRoute),
  deskHealthRoute: at('/desk/health', async () => (await import('./page/desk/health.tsx')).deskHealthRoute),
  deskLogRoute: at('/desk/log', async () => (await import('./page/desk/log.tsx')).deskLogRoute),
  deskPeopleRoute: at('/desk/people', async () => (await import('./page/desk/people.tsx')).deskPeopleRoute),
  deskPersonRoute: at('/desk/people/:id', async () => (await import('./page/desk/person.tsx')).deskPersonRoute),
  deskReportsRoute: at('/desk/reports', async () => (await import('./page/desk/reports.tsx')).deskReportsRoute),
  deskSetupRoute: at('/desk/setup', async () => (await import('./page/desk/setup.tsx')).deskSetupRoute),
  deskStaffRoute: at('/desk/helpers', async () => (await import('./page/desk/staff.tsx')).deskStaffRoute),
  deskStatementsRoute: at(
    '/desk/statements',
    async () => (await import('./page/desk/statements.tsx')).deskStatementsRoute,
  ),
  deskVatSummaryRoute: at(
    '/desk/vat/summary',
    async () => (await import('./page/desk/vat-summary.tsx')).deskVatSummaryRoute,
  ),
  deskVatRoute: at('/desk/vat', async () => (await import('./page/desk/vat.tsx')).deskVatRoute),
  deskRoute: at('/desk', async () => (await import('./page/desk/page.tsx')).deskRoute),
  dropRoute: at('/drops/:id', async () => (await import('./page/drop/route.tsx')).dropRoute),
  dropsRoute: at('/drops', async () => (await import('./page/drops.tsx')).dropsRoute),
  giftRoute: at('/gift/:secret', async () => (await import('./page/bought/gift.tsx')).giftRoute),
  guideRoute: at('/guide', async () => (await import('./page/guide.tsx')).guideRoute),
  guideTopicRoute: at('/guide/:topic', async () => (await import('./page/guide.tsx')).guideTopicRoute),
  homeRoute: at('/', async () => (await import('./page/home/route.tsx')).homeRoute),
  imprintRoute: at('/imprint', async () => (await import('./page/legal.tsx')).imprintRoute),
  privacyRoute: at('/privacy', async () => (await import('./page/legal.tsx')).privacyRoute),
  termsRoute: at('/terms', async () => (await import('./page/legal.tsx')).termsRoute),
  playlistRoute: at('/library/playlists/:id', async () => (await import('./page/library/playlists.tsx')).playlistRoute),
  playlistsRoute: at('/library/playlists', async () => (await import('./page/library/playlists.tsx')).playlistsRoute),
  wishesRoute: at('/library/wishes', async () => (await import('./page/library/wishes.tsx')).wishesRoute),
  libraryRoute: at('/library', async () => (await import('./page/library/route.tsx')).libraryRoute),
  licensesRoute: at('/licenses', async () => (await import('./page/bought/licenses.tsx')).licensesRoute),
  licenseRoute: at('/licenses/:id', async () => (await import('./page/bought/license.tsx')).licenseRoute),
  linksRoute: at('/links', async () => (await import('./page/links.tsx')).linksRoute),
  loginRoute: at('/login', async () => (await import('./page/sign-in/login.tsx')).loginRoute),
  mailingListRoute: at('/mailing-list', async () => (await import('./page/mailing-list.tsx')).mailingListRoute),
  notificationsRoute: at('/notifications', async () => (await import('./page/notifications.tsx')).notificationsRoute),
  offlineRoute: at('/offline', async () => (await import('./page/offline.tsx')).offlineRoute),
  receiptRoute: at('/receipt/:id', async () => (await import('./page/bought/receipt.tsx')).receiptRoute),
  receiptsRoute: at('/receipts', async () => (await import('./page/bought/receipts.tsx')).receiptsRoute),
  redeemRoute: at('/redeem', async () => (await import('./page/bought/redeem.tsx')).redeemRoute),
  reportRoute: at('/report', async () => (await import('./page/report.tsx')).reportRoute),
  requestRoute: at('/requests/:id', async () => (await import('./page/request.tsx')).requestRoute),
  resetRoute: at('/reset', async () => (await import('./page/sign-in/reset.tsx')).resetRoute),
  searchRoute: at('/search', async () => (await import('./page/search.tsx')).searchRoute),
  setUpRoute: at('/setup', async () => (await import('./page/sign-in/setup.tsx')).setUpRoute),
  sideBRoute: at('/@:handle/sideb', async () => (await import('./page/world/side-b.tsx')).sideBRoute),
  signupJoinRoute: at('/signup/join', async () => (await import('./page/sign-in/signup-join.tsx')).signupJoinRoute),
  signupRoute: at('/signup', async () => (await import('./page/sign-in/signup.tsx')).signupRoute),
  startRoute: at('/start', async () => (await import('./page/sign-in/start.tsx')).startRoute),
  studioClipsRoute: at('/studio/clips', async () => (await import('./page/studio/clips.tsx')).studioClipsRoute),
  studioCodesRoute: at('/studio/codes', async () => (await import('./page/studio/codes.tsx')).studioCodesRoute),
  studioTapeCodesRoute: at(
    '/studio/tapes/:slug/codes',
    async () => (await import('./page/studio/codes.tsx')).studioTapeCodesRoute,
  ),
  studioTogetherCodesRoute: at(
    '/studio/together/:slug/codes',
    async () => (await import('./page/studio/codes.tsx')).studioTogetherCodesRoute,
  ),
  studioDropRoute: at('/studio/drops/:id', async () => (await import('./page/studio/drop/page.tsx')).studioDropRoute),
  studioDropsRoute: at('/studio/drops', async () => (await import('./page/studio/drops.tsx')).studioDropsRoute),
  studioEmojiRoute: at('/studio/emoji', async () => (await import('./page/studio/emoji.tsx')).studioEmojiRoute),
  studioTapeEmojiRoute: at(
    '/studio/tapes/:slug/emoji',
    async () => (await import('./page/studio/emoji.tsx')).studioTapeEmojiRoute,
  ),
  studioTogetherEmojiRoute: at(
    '/studio/together/:slug/emoji',
    async () => (await import('./page/studio/emoji.tsx')).studioTogetherEmojiRoute,
  ),
  studioFilesRoute: at('/studio/files', async () => (await import('./page/studio/files.tsx')).studioFilesRoute),
  studioInvitationsRoute: at(
    '/studio/invitations',
    async () => (await import('./page/studio/audience/invitations.tsx')).studioInvitationsRoute,
  ),
  studioLetterPageRoute: at(
    '/studio/letters/:id/page',
    async () => (await import('./page/studio/audience/letters.tsx')).studioLetterPageRoute,
  ),
  studioLetterRoute: at(
    '/studio/letters/:id',
    async () => (await import('./page/studio/audience/letters.tsx')).studioLetterRoute,
  ),
  studioLettersRoute: at(
    '/studio/letters',
    async () => (await import('./page/studio/audience/letters.tsx')).studioLettersRoute,
  ),
  studioMailingListRoute: at(
    '/studio/mailing-list',
    async () => (await import('./page/studio/audience/mailing-list.tsx')).studioMailingListRoute,
  ),
  studioPayoutsRoute: at(
    '/studio/payouts',
    async () => (await import('./page/studio/payouts/route.tsx')).studioPayoutsRoute,
  ),
  studioReleaseRoute: at(
    '/studio/releases/:id',
    async () => (await import('./page/studio/release.tsx')).studioReleaseRoute,
  ),
  studioReleasesRoute: at(
    '/studio/releases',
    async () => (await import('./page/studio/releases.tsx')).studioReleasesRoute,
  ),
  studioRoomRoute: at('/studio/room', async () => (await import('./page/studio/room.tsx')).studioRoomRoute),
  studioTapeRoomRoute: at(
    '/studio/tapes/:slug/room',
    async () => (await import('./page/studio/room.tsx')).studioTapeRoomRoute,
  ),
  studioTogetherRoomRoute: at(
    '/studio/together/:slug/room',
    async () => (await import('./page/studio/room.tsx')).studioTogetherRoomRoute,
  ),
  studioSalesRoute: at('/studio/sales', async () => (await import('./page/studio/sales/page.tsx')).studioSalesRoute),
  studioSandboxRoute: at('/studio/sandbox', async () => (await import('./page/studio/sandbox.tsx')).studioSandboxRoute),
  studioSellerRoute: at(
    '/studio/sellers/:id',
    async () => (await import('./page/studio/seller.tsx')).studioSellerRoute,
  ),
  studioSellersRoute: at('/studio/sellers', async () => (await import('./page/studio/sellers.tsx')).studioSellersRoute),
  studioStatementRoute: at(
    '/studio/statements/:id',
    async () => (await import('./page/studio/statement/statement.tsx')).studioStatementRoute,
  ),
  studioStatementsRoute: at(
    '/studio/statements',
    async () => (await import('./page/studio/statement/statements.tsx')).studioStatementsRoute,
  ),
  studioStatisticsRoute: at(
    '/studio/statistics',
    async () => (await import('./page/studio/statistics/page.tsx')).studioStatisticsRoute,
  ),
  studioTapeRoute: at('/studio/tapes/:slug', async () => (await import('./page/studio/tapes.tsx')).studioTapeRoute),
  studioTapesRoute: at('/studio/tapes', async () => (await import('./page/studio/tapes.tsx')).studioTapesRoute),
  studioTaxRoute: at('/studio/tax', async () => (await import('./page/studio/statement/tax.tsx')).studioTaxRoute),
  studioTogetherCassetRoute: at(
    '/studio/together/:slug/casset',
    async () => (await import('./page/studio/together-casset.tsx')).studioTogetherCassetRoute,
  ),
  studioCoCassetRoute: at(
    '/studio/together/:slug',
    async () => (await import('./page/studio/together.tsx')).studioCoCassetRoute,
  ),
  studioTogetherRoute: at(
    '/studio/together',
    async () => (await import('./page/studio/together.tsx')).studioTogetherRoute,
  ),
  studioRoute: at('/studio', async () => (await import('./page/studio/page.tsx')).studioRoute),
  studioThemeRoute: at('/studio/theme.css', async () => (await import('./page/studio/page.tsx')).studioThemeRoute),
  unsubscribeRoute: at('/unsubscribe', async () => (await import('./page/unsubscribe.tsx')).unsubscribeRoute),
  worldClipVideoRoute: at(
    '/@:handle/clip/video',
    async () => (await import('./page/world/clip-video.tsx')).worldClipVideoRoute,
  ),
  worldClipRoute: at('/@:handle/clip', async () => (await import('./page/world/clip.tsx')).worldClipRoute),
  worldLetterRoute: at(
    '/@:handle/letters/:word',
    async () => (await import('./page/world/letters.tsx')).worldLetterRoute,
  ),
  worldLettersRoute: at('/@:handle/letters', async () => (await import('./page/world/letters.tsx')).worldLettersRoute),
  worldReleaseRoute: at(
    '/@:handle/releases/:id',
    async () => (await import('./page/world/release/page.tsx')).worldReleaseRoute,
  ),
  worldTapesRoute: at('/@:handle/tapes', async () => (await import('./page/world/tapes.tsx')).worldTapesRoute),
  tapeRoute: at('/@:handle/:word', async () => (await import('./page/world/route.tsx')).tapeRoute),
  worldRoute: at('/@:handle', async () => (await import('./page/world/route.tsx')).worldRoute),
}
