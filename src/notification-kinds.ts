import type { NotificationDefinition, NotificationKinds } from './account/notification/define-notification.ts'
import { followNotification } from './casset/follow/follow-notification.ts'
import { lossNotification } from './casset/track/tell-holders.ts'
import {
  cancelledNotification,
  endedNotification,
  entryNotification,
  lapsedNotification,
  passedNotification,
  payerNotification,
  prizeNotification,
  waitingNotification,
  wonNotification,
} from './drop/drop-notifications.ts'
import { acceptedNotification } from './drop/submission/accepted-notification.ts'
import { giftNotification } from './money/gift/gift-notification.ts'
import { disputeNotification } from './money/order/dispute-notification.ts'
import { refundNotification } from './money/order/refund-notification.ts'
import { saleNotification } from './money/order/sale-notification.ts'
import { openedNotification, preorderNotification } from './money/preorder/preorder-notification.ts'
import { creditNotification } from './money/referral/credit-notification.ts'
import { shareNotification } from './money/referral/share-notification.ts'
import { refundAskedNotification } from './money/sale/refund-asked-notification.ts'
import { payoutNotification } from './money/seller/payout-notification.ts'
import { accountNotification, askNotification, permissionNotification } from './money/seller/selling-notification.ts'
import { debtNotification, waitsNotification } from './money/transfer/debt-notification.ts'
import { priceFellNotification } from './money/wish/price-fell-notification.ts'
import { troubleNotification, wellNotification } from './operate/doctor/notify-owner.ts'
import { decisionNotification, objectionNotification } from './operate/moderation/notify-of-decision.ts'
import { contentReportNotification, reportOutcomeNotification } from './operate/moderation/notify-of-report.ts'
import { linkNotification } from './release/link-notification.ts'
import { licenseNotification } from './release/request/notify-artist.ts'
import {
  invitationNotification,
  joiningNotification,
  proposalNotification,
} from './room/co-casset/co-casset-notifications.ts'
import { commentNotification } from './room/comment-notification.ts'
import {
  memberStatusNotification,
  removalNotification,
  replyNotification,
  reportNotification,
} from './room/room-notifications.ts'

const all: readonly NotificationDefinition[] = [
  saleNotification,
  refundNotification,
  refundAskedNotification,
  debtNotification,
  waitsNotification,
  disputeNotification,
  payoutNotification,
  accountNotification,
  permissionNotification,
  askNotification,
  creditNotification,
  giftNotification,
  preorderNotification,
  openedNotification,
  priceFellNotification,
  followNotification,
  lossNotification,
  shareNotification,
  acceptedNotification,
  entryNotification,
  endedNotification,
  wonNotification,
  waitingNotification,
  lapsedNotification,
  passedNotification,
  prizeNotification,
  payerNotification,
  cancelledNotification,
  commentNotification,
  replyNotification,
  memberStatusNotification,
  removalNotification,
  reportNotification,
  invitationNotification,
  joiningNotification,
  proposalNotification,
  licenseNotification,
  linkNotification,
  decisionNotification,
  objectionNotification,
  contentReportNotification,
  reportOutcomeNotification,
  troubleNotification,
  wellNotification,
]

/** All kinds of notifications, one line a kind. */
export const notificationKinds: NotificationKinds = new Map(all.map((definition) => [definition.kind, definition]))
