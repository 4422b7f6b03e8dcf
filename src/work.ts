import { forgotPasswordJob } from './account/forgot-password.ts'
import { renameInRoomsJob } from './account/named-in-rooms.ts'
import { bookFeesJob } from './account-fee/book-fees.ts'
import { sweepBlobsJob } from './blob/sweep-blobs.ts'
import { deadlineJob } from './campaign/deadline.ts'
import { refundPrizeJob } from './campaign/refund-prize.ts'
import { remindWinnersJob } from './campaign/remind-winners.ts'
import { tellScoresJob } from './campaign/score-news.ts'
import { tellCancelledJob } from './campaign/tell-cancelled.ts'
import { getCertificateJob } from './certificate/get-certificate.ts'
import { updateCustomerJob } from './customer/update-customer.ts'
import { eraseTracesJob } from './deletion/erase-traces.ts'
import { buildPackJob } from './download/build-pack.ts'
import { dropPacksJob, sweepPackJob } from './download/sweep-pack.ts'
import { makeExportJob } from './export/make-export.ts'
import { packReleaseJob } from './license/open-files.ts'
import { sendMailJob } from './mail/send-mail.ts'
import { gatherLetterJob } from './notification/gather-letter.ts'
import { sendPushJob } from './notification/send-push.ts'
import { cancelReplacedJob } from './order/cancel-replaced.ts'
import { endUnpaidJob } from './order/end-unpaid.ts'
import { processEventJob } from './order/process-event.ts'
import { refundDuplicateJob, refundUndeliveredJob } from './order/refund-whole.ts'
import { settleOrderJob } from './order/settle-others.ts'
import { learnCurrencyJob } from './payment/platform-currency.ts'
import { listContentsJob } from './payout/list-contents.ts'
import { anchorEventsJob } from './release/anchor-events.ts'
import { signVersionJob } from './release/sign-version.ts'
import { tellStoredJob } from './room/tell-tip.ts'
import { closeAccountJob } from './seller/close-account.ts'
import { holdPayoutsJob } from './seller/hold-payouts.ts'
import { sweepDailyJob } from './sweep-daily.ts'
import { tellHoldersJob } from './track/erase-for-cause.ts'
import { eraseUnheldJob } from './track/erase-track.ts'
import { cutHookJob, ingestTrackJob } from './track/ingest-track.ts'
import { sweepUploadJob } from './track/resumable.ts'
import { sendWaitingJob, settleTransfersJob } from './transfer/settle-transfers.ts'
import { timestampLogJob } from './witness/timestamp-log.ts'

/** Every kind of job that a serving instance runs, one line a kind. */
export const jobDefinitions = [
  getCertificateJob,
  forgotPasswordJob,
  renameInRoomsJob,
  eraseTracesJob,
  makeExportJob,
  sendMailJob,
  sendPushJob,
  gatherLetterJob,
  cancelReplacedJob,
  endUnpaidJob,
  updateCustomerJob,
  bookFeesJob,
  processEventJob,
  learnCurrencyJob,
  refundDuplicateJob,
  settleOrderJob,
  refundUndeliveredJob,
  refundPrizeJob,
  deadlineJob,
  remindWinnersJob,
  tellScoresJob,
  tellCancelledJob,
  closeAccountJob,
  tellStoredJob,
  settleTransfersJob,
  sendWaitingJob,
  listContentsJob,
  ingestTrackJob,
  cutHookJob,
  eraseUnheldJob,
  tellHoldersJob,
  buildPackJob,
  packReleaseJob,
  sweepPackJob,
  dropPacksJob,
  sweepUploadJob,
  signVersionJob,
  anchorEventsJob,
  timestampLogJob,
  sweepBlobsJob,
  holdPayoutsJob,
  sweepDailyJob,
]
