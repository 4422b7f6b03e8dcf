import {
  cancelledNotification,
  endedNotification,
  entryNotification,
  payerNotification,
  prizeNotification,
  waitingNotification,
  wonNotification,
} from './campaign/drop-notifications.ts'
import {
  invitationNotification,
  joiningNotification,
  proposalNotification,
} from './co-casset/co-casset-notifications.ts'
import { followNotification } from './follow/follow-notification.ts'
import { licenseNotification } from './license/tell-contact.ts'
import type { NotificationDefinition, NotificationKinds } from './notification/define-notification.ts'
import { disputeNotification } from './order/dispute-notification.ts'
import { refundNotification } from './order/refund-notification.ts'
import { saleNotification } from './order/sale-notification.ts'
import { creditNotification } from './referral/credit-notification.ts'
import { shareNotification } from './referral/share-notification.ts'
import { commentNotification } from './room/comment-notification.ts'
import {
  removalNotification,
  replyNotification,
  reportNotification,
  standingNotification,
} from './room/room-notifications.ts'
import { refundAskedNotification } from './sale/refund-asked-notification.ts'
import { payoutNotification } from './seller/payout-notification.ts'
import { accountNotification, askNotification, permissionNotification } from './seller/selling-notification.ts'
import { acceptedNotification } from './submission/accepted-notification.ts'
import { debtNotification } from './transfer/debt-notification.ts'

const all: readonly NotificationDefinition[] = [
  saleNotification,
  refundNotification,
  refundAskedNotification,
  debtNotification,
  disputeNotification,
  payoutNotification,
  accountNotification,
  permissionNotification,
  askNotification,
  creditNotification,
  followNotification,
  shareNotification,
  acceptedNotification,
  entryNotification,
  endedNotification,
  wonNotification,
  waitingNotification,
  prizeNotification,
  payerNotification,
  cancelledNotification,
  commentNotification,
  replyNotification,
  standingNotification,
  removalNotification,
  reportNotification,
  invitationNotification,
  joiningNotification,
  proposalNotification,
  licenseNotification,
]

/** Everything that people are told, one line a kind. */
export const notificationKinds: NotificationKinds = new Map(all.map((definition) => [definition.kind, definition]))
