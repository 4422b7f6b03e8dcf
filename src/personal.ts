import { customerPersonal } from './account/customer/personal.ts'
import { identityPersonal } from './account/identity/personal.ts'
import { invitationPersonal } from './account/invitation/personal.ts'
import { notificationPersonal } from './account/notification/personal.ts'
import { passkeyPersonal } from './account/passkey/personal.ts'
import { accountPersonal } from './account/personal.ts'
import { singlesPersonal } from './casset/access/personal.ts'
import { followPersonal } from './casset/follow/personal.ts'
import { hookPersonal } from './casset/hook/personal.ts'
import { importPersonal } from './casset/import/personal.ts'
import { cassetPersonal } from './casset/personal.ts'
import { playPersonal } from './casset/play/personal.ts'
import { playlistPersonal } from './casset/playlist/personal.ts'
import { trackPersonal } from './casset/track/personal.ts'
import { dropPersonal } from './drop/personal.ts'
import { submissionPersonal } from './drop/submission/personal.ts'
import { sandboxPersonal } from './machine/sandbox/personal.ts'
import { checkoutPersonal } from './money/checkout/personal.ts'
import { discountPersonal } from './money/discount/personal.ts'
import { codePersonal } from './money/download-code/personal.ts'
import { emojiPersonal } from './money/emoji/personal.ts'
import { giftPersonal } from './money/gift/personal.ts'
import { keptCardPersonal } from './money/kept-card/personal.ts'
import { letterPersonal } from './money/letter/personal.ts'
import { mailingListPersonal } from './money/mailing-list/personal.ts'
import { optInPersonal } from './money/opt-in/personal.ts'
import { orderPersonal } from './money/order/personal.ts'
import { preorderPersonal } from './money/preorder/personal.ts'
import { referralPersonal } from './money/referral/personal.ts'
import { sellerPersonal } from './money/seller/personal.ts'
import { statementPersonal } from './money/statement/personal.ts'
import { taxPersonal } from './money/tax/personal.ts'
import { wishPersonal } from './money/wish/personal.ts'
import { notificationKinds } from './notification-kinds.ts'
import { exportPersonal } from './operate/export/personal.ts'
import { moderationPersonal } from './operate/moderation/personal.ts'
import { assetPersonal } from './platform/asset/personal.ts'
import { mailPersonal } from './platform/mail/personal.ts'
import type { Personal } from './platform/personal.ts'
import { activityPersonal } from './platform/security/personal.ts'
import { settingPersonal } from './platform/setting/personal.ts'
import { licensePersonal } from './release/license/personal.ts'
import { releasePersonal } from './release/personal.ts'
import { requestPersonal } from './release/request/personal.ts'
import { coCassetPersonal } from './room/co-casset/personal.ts'
import { roomPersonal } from './room/personal.ts'

/**
 * All data that rooms hold of a person, one line a room. The deletion of an account erases in this
 * order: uploads last, once nothing uses them, and notifications after their causes.
 */
export const personal: readonly Personal[] = [
  accountPersonal,
  identityPersonal,
  passkeyPersonal,
  invitationPersonal,
  customerPersonal,
  activityPersonal,
  settingPersonal,
  mailPersonal,
  sandboxPersonal,
  exportPersonal,
  moderationPersonal,
  orderPersonal,
  giftPersonal,
  preorderPersonal,
  wishPersonal,
  keptCardPersonal,
  taxPersonal,
  statementPersonal,
  sellerPersonal,
  referralPersonal,
  mailingListPersonal,
  optInPersonal,
  letterPersonal,
  emojiPersonal,
  codePersonal,
  discountPersonal,
  checkoutPersonal,
  followPersonal,
  singlesPersonal,
  hookPersonal,
  playlistPersonal,
  importPersonal,
  roomPersonal,
  submissionPersonal,
  dropPersonal,
  coCassetPersonal,
  licensePersonal,
  requestPersonal,
  releasePersonal,
  playPersonal,
  trackPersonal,
  cassetPersonal,
  assetPersonal,
  notificationPersonal(notificationKinds),
]
