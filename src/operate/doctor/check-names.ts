import { say } from '../../lib/language/say.ts'

/** The names of the checks for people; the command has them in English. */
const names = (): Readonly<Record<string, string>> => ({
  site: say('site ## a check of the site'),
  configuration: say('configuration ## a check of the site'),
  certificate: say('certificate ## a check of the site'),
  registration: say('registration ## a check of the site'),
  seller: say('seller ## a check of the site'),
  secrets: say('secrets ## a check of the site'),
  files: say('files ## a check of the site'),
  database: say('database ## a check of the site'),
  ledger: say('ledger ## a check of the site'),
  sums: say('sums ## a check of the site'),
  search: say('search ## a check of the site'),
  drops: say('drops ## a check of the site'),
  payments: say('payments ## a check of the site'),
  modes: say('modes ## a check of the site'),
  withdrawals: say('withdrawals ## a check of the site'),
  webhooks: say('webhooks ## a check of the site'),
  wallets: say('wallets ## a check of the site'),
  reconciling: say('reconciling ## a check of the site'),
  payouts: say('payouts ## a check of the site'),
  receipts: say('receipts ## a check of the site'),
  licenses: say('licenses ## a check of the site'),
  restored: say('restored ## a check of the site'),
  bucket: say('bucket ## a check of the site'),
  media: say('media ## a check of the site'),
  provenance: say('provenance ## a check of the site'),
  witnesses: say('witnesses ## a check of the site'),
  mail: say('mail ## a check of the site'),
  sender: say('the sender’s domain ## a check of the site'),
  jobs: say('jobs ## a check of the site'),
  edges: say('edges ## a check of the site'),
  'second machine': say('second machine ## a check of the site'),
  backups: say('backups ## a check of the site'),
  memory: say('memory ## a check of the site'),
  clock: say('clock ## a check of the site'),
  disk: say('disk ## a check of the site'),
  doctor: say('doctor ## a check of the site'),
})

/** Returns the name of a check, or that of one of another version of the program. */
export const checkName = (name: string): string => names()[name] ?? name
