import { adminRoom } from './account/admin/room.ts'
import { customerRoom } from './account/customer/room.ts'
import { emailRoom } from './account/email/room.ts'
import { handleRoom } from './account/handle/room.ts'
import { identityRoom } from './account/identity/room.ts'
import { invitationRoom } from './account/invitation/room.ts'
import type { NotificationKinds } from './account/notification/define-notification.ts'
import { notificationRoom } from './account/notification/room.ts'
import { ownerRoom } from './account/owner/room.ts'
import { passkeyRoom } from './account/passkey/room.ts'
import { passwordRoom } from './account/password/room.ts'
import { profileRoom } from './account/profile/room.ts'
import { recoveryRoom } from './account/recovery/room.ts'
import { accountRoom } from './account/room.ts'
import { sessionRoom } from './account/session/room.ts'
import { signInRoom } from './account/sign-in/room.ts'
import { staffRoom } from './account/staff/room.ts'
import { letterRoom } from './audience/letter/room.ts'
import { mailingListRoom } from './audience/mailing-list/room.ts'
import { optInRoom } from './audience/opt-in/room.ts'
import { showRoom } from './audience/show/room.ts'
import { wishRoom } from './audience/wish/room.ts'
import { ledgerRoom } from './books/ledger/room.ts'
import { sellerRoom } from './books/seller/room.ts'
import { taxRoom } from './books/tax/room.ts'
import { vatRoom } from './books/vat/room.ts'
import { accessRoom } from './casset/access/room.ts'
import { audioRoom } from './casset/audio/room.ts'
import { creditRoom } from './casset/credit/room.ts'
import { downloadRoom } from './casset/download/room.ts'
import { extraRoom } from './casset/extra/room.ts'
import { followRoom } from './casset/follow/room.ts'
import { hookRoom } from './casset/hook/room.ts'
import { importRoom } from './casset/import/room.ts'
import { playRoom } from './casset/play/room.ts'
import { playlistRoom } from './casset/playlist/room.ts'
import { cassetRoom } from './casset/room.ts'
import { trackRoom } from './casset/track/room.ts'
import { uploadRoom } from './casset/upload/room.ts'
import { usageRoom } from './casset/usage/room.ts'
import { deadlineRoom } from './drop/deadline/room.ts'
import { prizeRoom } from './drop/prize/room.ts'
import { dropRoom } from './drop/room.ts'
import { submissionRoom } from './drop/submission/room.ts'
import { viewRoom } from './drop/view/room.ts'
import { accountFeeRoom } from './earnings/account-fee/room.ts'
import { disputeRoom } from './earnings/dispute/room.ts'
import { payoutRoom } from './earnings/payout/room.ts'
import { reconcileRoom } from './earnings/reconcile/room.ts'
import { reportRoom } from './earnings/report/room.ts'
import { saleRoom } from './earnings/sale/room.ts'
import { statementRoom } from './earnings/statement/room.ts'
import { transferRoom } from './earnings/transfer/room.ts'
import { discoveryRoom } from './machine/discovery/room.ts'
import { mcpRoom } from './machine/mcp/room.ts'
import { sandboxRoom } from './machine/sandbox/room.ts'
import { subsonicRoom } from './machine/subsonic/room.ts'
import { backupRoom } from './operate/backup/room.ts'
import { deletionRoom } from './operate/deletion/room.ts'
import { deskRoom } from './operate/desk/room.ts'
import { doctorRoom } from './operate/doctor/room.ts'
import { exportRoom } from './operate/export/room.ts'
import { guestsRoom } from './operate/guest/room.ts'
import { mediaRoom } from './operate/media/room.ts'
import { moderationRoom } from './operate/moderation/room.ts'
import { outboxRoom } from './operate/outbox/room.ts'
import { peopleRoom } from './operate/people/room.ts'
import { operateRoom } from './operate/room.ts'
import { upgradeRoom } from './operate/upgrade/room.ts'
import { beginRoom } from './order/begin/room.ts'
import { orderCheckRoom } from './order/check/room.ts'
import { orderDisputeRoom } from './order/dispute/room.ts'
import { giveBackRoom } from './order/give-back/room.ts'
import { goodsByKind } from './order/goods.ts'
import { paperRoom } from './order/paper/room.ts'
import { orderRoom } from './order/room.ts'
import { settleRoom } from './order/settle/room.ts'
import { assetRoom } from './platform/asset/room.ts'
import { blobRoom } from './platform/blob/room.ts'
import { bucketRoom } from './platform/bucket/room.ts'
import { certificateRoom } from './platform/certificate/room.ts'
import { edgeRoom } from './platform/edge/room.ts'
import { jobRoom } from './platform/job/room.ts'
import { mailRoom } from './platform/mail/room.ts'
import { paymentRoom } from './platform/payment/room.ts'
import { platformRoom } from './platform/room.ts'
import { securityRoom } from './platform/security/room.ts'
import { settingRoom } from './platform/setting/room.ts'
import { standbyRoom } from './platform/standby/room.ts'
import { storageRoom } from './platform/storage/room.ts'
import { agentReleaseRoom } from './release/agent/room.ts'
import { cosignerRoom } from './release/cosigner/room.ts'
import { licenseRoom } from './release/license/room.ts'
import { linkRoom } from './release/link/room.ts'
import { ownerReleaseRoom } from './release/owner/room.ts'
import { permissionRoom } from './release/permission/room.ts'
import { proofRoom } from './release/proof/room.ts'
import { provenanceRoom } from './release/provenance/room.ts'
import { requestRoom } from './release/request/room.ts'
import { releaseRoom } from './release/room.ts'
import { transparencyLogRoom } from './release/transparency-log/room.ts'
import { versionRoom } from './release/version/room.ts'
import { witnessRoom } from './release/witness/room.ts'
import { coCassetRoom } from './room/co-casset/room.ts'
import { commentRoom } from './room/comment/room.ts'
import { listenerRoom } from './room/listener/room.ts'
import { roomModerationRoom } from './room/moderation/room.ts'
import { partyRoom } from './room/party/room.ts'
import { roomRoom } from './room/room.ts'
import { roomTipRoom } from './room/tip/room.ts'
import type { Room } from './room.ts'
import { checkoutRoom } from './shop/checkout/room.ts'
import { discountRoom } from './shop/discount/room.ts'
import { downloadCodeRoom } from './shop/download-code/room.ts'
import { emojiRoom } from './shop/emoji/room.ts'
import { everythingRoom } from './shop/everything/room.ts'
import { giftRoom } from './shop/gift/room.ts'
import { guestRoom } from './shop/guest/room.ts'
import { keptCardRoom } from './shop/kept-card/room.ts'
import { preorderRoom } from './shop/preorder/room.ts'
import { purchaseRoom } from './shop/purchase/room.ts'
import { referralRoom } from './shop/referral/room.ts'
import { singleTrackRoom } from './shop/single-track/room.ts'
import { supportRoom } from './shop/support/room.ts'
import { tipRoom } from './shop/tip/room.ts'
import { withdrawalRoom } from './shop/withdrawal/room.ts'
import { webRoom } from './web/room.ts'
import { worldRoom } from './world/room.ts'

/**
 * All rooms, one line a room, as they stand: a wing above those that it rests on. The deletion of
 * an account erases in this order, so uploads and accounts last, once nothing uses them.
 */
export const rooms = [
  webRoom,
  discoveryRoom,
  mcpRoom,
  sandboxRoom,
  subsonicRoom,
  backupRoom,
  deletionRoom,
  deskRoom,
  doctorRoom,
  exportRoom,
  mediaRoom,
  moderationRoom,
  guestsRoom,
  outboxRoom,
  peopleRoom,
  upgradeRoom,
  operateRoom,
  worldRoom,
  licenseRoom,
  ownerReleaseRoom,
  agentReleaseRoom,
  proofRoom,
  versionRoom,
  linkRoom,
  permissionRoom,
  provenanceRoom,
  requestRoom,
  transparencyLogRoom,
  witnessRoom,
  cosignerRoom,
  releaseRoom,
  submissionRoom,
  viewRoom,
  deadlineRoom,
  prizeRoom,
  dropRoom,
  coCassetRoom,
  partyRoom,
  roomModerationRoom,
  listenerRoom,
  roomTipRoom,
  commentRoom,
  roomRoom,
  accountFeeRoom,
  disputeRoom,
  payoutRoom,
  reconcileRoom,
  reportRoom,
  saleRoom,
  statementRoom,
  transferRoom,
  checkoutRoom,
  discountRoom,
  downloadCodeRoom,
  emojiRoom,
  everythingRoom,
  giftRoom,
  guestRoom,
  keptCardRoom,
  preorderRoom,
  purchaseRoom,
  referralRoom,
  singleTrackRoom,
  supportRoom,
  tipRoom,
  withdrawalRoom,
  letterRoom,
  mailingListRoom,
  optInRoom,
  showRoom,
  wishRoom,
  beginRoom,
  orderCheckRoom,
  giveBackRoom,
  paperRoom,
  settleRoom,
  orderDisputeRoom,
  orderRoom,
  ledgerRoom,
  sellerRoom,
  taxRoom,
  vatRoom,
  accessRoom,
  audioRoom,
  creditRoom,
  downloadRoom,
  extraRoom,
  followRoom,
  hookRoom,
  importRoom,
  playRoom,
  playlistRoom,
  trackRoom,
  uploadRoom,
  usageRoom,
  cassetRoom,
  adminRoom,
  customerRoom,
  identityRoom,
  invitationRoom,
  notificationRoom,
  passkeyRoom,
  recoveryRoom,
  staffRoom,
  signInRoom,
  passwordRoom,
  ownerRoom,
  emailRoom,
  sessionRoom,
  profileRoom,
  handleRoom,
  accountRoom,
  assetRoom,
  blobRoom,
  bucketRoom,
  certificateRoom,
  jobRoom,
  mailRoom,
  paymentRoom,
  edgeRoom,
  securityRoom,
  settingRoom,
  standbyRoom,
  storageRoom,
  platformRoom,
] as const satisfies readonly Room[]

const listed: readonly Room[] = rooms

const each = <Part>(partOf: (room: Room) => readonly Part[] | undefined): readonly Part[] =>
  listed.flatMap((room) => partOf(room) ?? [])

export const goods = goodsByKind(each(({ goods }) => goods))
/** Every kind of job that a serving instance runs. */
export const jobDefinitions = each(({ jobs }) => jobs)
export const notificationKinds: NotificationKinds = new Map(
  each(({ notices }) => notices).map((definition) => [definition.kind, definition]),
)
export const personal = listed.flatMap(({ personal = [] }) =>
  typeof personal === 'function' ? personal(notificationKinds) : personal,
)
export const keptSums = each(({ sums }) => sums)
export const checks = each(({ checks }) => checks).toSorted((a, b) => a.place - b.place)
export const fileHolders = each(({ files }) => files)
export const trackClaims = each(({ claims }) => claims)
/**
 * Everything that somebody is promised here, with its fate when a side leaves: the table of the
 * rule says it again (rule: promises), and a test does it.
 */
export const promises = each(({ promises }) => promises)
export const searchIndexes = each(({ indexes }) => indexes)
export const sweeps = each(({ sweeps }) => sweeps)
export const emails = each(({ emails }) => emails)
export const taken = each(({ taken }) => taken)
export const proofs = each(({ proofs }) => proofs)
