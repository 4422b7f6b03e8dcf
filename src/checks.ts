import { dropCheck } from './drop/drop-check.ts'
import { ledgerCheck } from './money/ledger/ledger-check.ts'
import { modeCheck } from './money/order/mode-check.ts'
import { paymentCheck } from './money/order/payment-check.ts'
import { webhookCheck } from './money/order/webhook-check.ts'
import { payoutCheck } from './money/reconcile/payout-check.ts'
import { receiptCheck } from './money/reconcile/receipt-check.ts'
import { reconcileCheck } from './money/reconcile/reconcile-check.ts'
import { backupCheck } from './operate/backup/backup-check.ts'
import { clockCheck } from './operate/doctor/clock.ts'
import { configurationCheck } from './operate/doctor/configuration.ts'
import { databaseCheck } from './operate/doctor/database.ts'
import { diskCheck } from './operate/doctor/disk.ts'
import { fileCheck } from './operate/doctor/files.ts'
import { memoryCheck } from './operate/doctor/memory.ts'
import { registrationCheck } from './operate/doctor/registration.ts'
import { restoredCheck } from './operate/doctor/restored.ts'
import { searchCheck } from './operate/doctor/search.ts'
import { secretCheck } from './operate/doctor/secrets.ts'
import { sumCheck } from './operate/doctor/sums.ts'
import { mediaCheck } from './operate/media/media-check.ts'
import { bucketCheck } from './platform/bucket/bucket-check.ts'
import { certificateCheck } from './platform/certificate/certificate-check.ts'
import type { Check } from './platform/check.ts'
import { instanceCheck } from './platform/instance-check.ts'
import { jobCheck } from './platform/job/job-check.ts'
import { mailCheck } from './platform/mail/mail-check.ts'
import { walletCheck } from './platform/payment/wallet-check.ts'
import { relayCheck } from './platform/relay/relay-check.ts'
import { standbyCheck } from './platform/standby/standby-check.ts'
import { licenseCheck } from './release/license/license-check.ts'
import { provenanceCheck } from './release/provenance/provenance-check.ts'

/** All checks of the doctor, one line a check, in the order of the report. */
export const checks: readonly Check[] = [
  instanceCheck,
  configurationCheck,
  certificateCheck,
  registrationCheck,
  secretCheck,
  fileCheck,
  databaseCheck,
  ledgerCheck,
  sumCheck,
  searchCheck,
  dropCheck,
  paymentCheck,
  modeCheck,
  webhookCheck,
  walletCheck,
  reconcileCheck,
  payoutCheck,
  receiptCheck,
  licenseCheck,
  restoredCheck,
  bucketCheck,
  mediaCheck,
  provenanceCheck,
  mailCheck,
  jobCheck,
  relayCheck,
  standbyCheck,
  backupCheck,
  memoryCheck,
  clockCheck,
  diskCheck,
]
