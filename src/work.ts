import { updateCustomerJob } from './account/customer/update-customer.ts'
import { forgotPasswordJob } from './account/forgot-password.ts'
import { gatherDigestJob } from './account/notification/gather-digest.ts'
import { sendPushJob } from './account/notification/send-push.ts'
import { buildPackJob, convertPackJob } from './casset/download/build-pack.ts'
import { dropPacks, sweepPackJob } from './casset/download/sweep-pack.ts'
import { eraseUnheldJob } from './casset/track/erase-track.ts'
import { cutHookJob, ingestTrackJob } from './casset/track/ingest-track.ts'
import { sweepUploadJob } from './casset/track/resumable.ts'
import { tellHoldersJob } from './casset/track/tell-holders.ts'
import { deadlineJob } from './drop/deadline.ts'
import { refundPrizeJob } from './drop/refund-prize.ts'
import { remindWinnersJob } from './drop/remind-winners.ts'
import { tellScoresJob } from './drop/score-news.ts'
import { tellCancelledJob } from './drop/tell-cancelled.ts'
import { unclaimedJob } from './drop/unclaimed.ts'
import { bookFeesJob } from './money/account-fee/book-fees.ts'
import { giveFutureJob } from './money/checkout/future-tapes.ts'
import { learnCurrencyJob } from './money/emoji/learn-currency.ts'
import { sendGiftJob } from './money/gift/send-gift.ts'
import { endKeptCardJob } from './money/kept-card/end-kept-card.ts'
import { gatherReadersJob } from './money/letter/gather-readers.ts'
import { sendLetterJob } from './money/letter/send-letter.ts'
import { tryLetterJob } from './money/letter/try-letter.ts'
import { askOptInsJob } from './money/opt-in/ask-opt-ins.ts'
import { cancelReplacedJob } from './money/order/cancel-replaced.ts'
import { endUnpaidJob } from './money/order/end-unpaid.ts'
import { processEventJob } from './money/order/process-event.ts'
import {
  refundDuplicateJob,
  refundMovedJob,
  refundPreorderJob,
  refundRestJob,
  refundUndeliveredJob,
  refundWithdrawalJob,
} from './money/order/refund-whole.ts'
import { settleOrderJob } from './money/order/settle-others.ts'
import { tellPaymentJob } from './money/order/tell-payment.ts'
import { finishWithdrawalJob } from './money/order/withdrawal.ts'
import { listContentsJob } from './money/payout/list-contents.ts'
import { callOffJob } from './money/preorder/call-off.ts'
import { notifyPreorderJob } from './money/preorder/notify-preorder.ts'
import { openTapeJob } from './money/preorder/open-tape.ts'
import { closeAccountJob } from './money/seller/close-account.ts'
import { holdPayoutsJob } from './money/seller/hold-payouts.ts'
import { makeStatementsJob } from './money/statement/make-statements.ts'
import { sendWaitingJob, settleTransfersJob } from './money/transfer/settle-transfers.ts'
import { priceFellJob } from './money/wish/price-fell.ts'
import { nightlyBackupJob } from './operate/backup/nightly-backup.ts'
import { eraseTracesJob } from './operate/deletion/erase-traces.ts'
import { lookOverJob } from './operate/doctor/look-over.ts'
import { endExportsJob } from './operate/export/end-exports.ts'
import { makeExportJob } from './operate/export/make-export.ts'
import { tellReportersJob } from './operate/moderation/notify-of-report.ts'
import { sweepDailyJob } from './operate/sweep-daily.ts'
import { sweepBlobsJob } from './platform/blob/sweep-blobs.ts'
import { getCertificateJob } from './platform/certificate/get-certificate.ts'
import { sendMailJob } from './platform/mail/send-mail.ts'
import { anchorEventsJob } from './release/anchor-events.ts'
import { packReleaseJob } from './release/license/open-files.ts'
import { signVersionJob } from './release/sign-version.ts'
import { timestampLogJob } from './release/witness/timestamp-log.ts'
import { tellStoredJob } from './room/announce-tip.ts'
import { renameInRoomsJob } from './room/named-in-rooms.ts'
import { sweepPictureJob } from './web/share-picture/cached-picture.ts'

/** Every kind of job that a serving instance runs, one line a kind. */
export const jobDefinitions = [
  getCertificateJob,
  forgotPasswordJob,
  renameInRoomsJob,
  eraseTracesJob,
  makeExportJob,
  endExportsJob,
  sendMailJob,
  sendPushJob,
  gatherDigestJob,
  sendGiftJob,
  gatherReadersJob,
  sendLetterJob,
  tryLetterJob,
  askOptInsJob,
  cancelReplacedJob,
  giveFutureJob,
  endUnpaidJob,
  endKeptCardJob,
  updateCustomerJob,
  bookFeesJob,
  processEventJob,
  learnCurrencyJob,
  refundDuplicateJob,
  settleOrderJob,
  refundUndeliveredJob,
  refundMovedJob,
  refundPreorderJob,
  refundRestJob,
  refundWithdrawalJob,
  finishWithdrawalJob,
  tellPaymentJob,
  openTapeJob,
  notifyPreorderJob,
  callOffJob,
  priceFellJob,
  refundPrizeJob,
  deadlineJob,
  remindWinnersJob,
  tellScoresJob,
  tellCancelledJob,
  unclaimedJob,
  closeAccountJob,
  tellStoredJob,
  settleTransfersJob,
  sendWaitingJob,
  tellReportersJob,
  listContentsJob,
  makeStatementsJob,
  ingestTrackJob,
  cutHookJob,
  eraseUnheldJob,
  tellHoldersJob,
  buildPackJob,
  convertPackJob,
  packReleaseJob,
  sweepPackJob,
  sweepPictureJob,
  dropPacks,
  sweepUploadJob,
  signVersionJob,
  anchorEventsJob,
  timestampLogJob,
  sweepBlobsJob,
  holdPayoutsJob,
  sweepDailyJob,
  lookOverJob,
  nightlyBackupJob,
]
