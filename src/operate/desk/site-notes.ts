import { sellerCheck } from '../../books/tax/seller-check.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { asSentence } from '../../lib/text/as-sentence.ts'
import { paymentCheck } from '../../order/check/payment-check.ts'
import { certificateCheck } from '../../platform/certificate/certificate-check.ts'
import type { Check, CheckResult } from '../../platform/check.ts'
import { isCopy } from '../../platform/instance.ts'
import { instanceCheck } from '../../platform/instance-check.ts'
import { mailCheck } from '../../platform/mail/mail-check.ts'
import { publicSenderDomain, senderCheck } from '../../platform/mail/sender/sender-check.ts'
import { asAtDesk } from '../../platform/setting/setting-words.ts'
import { groupsIn, type SettingGroup } from '../../platform/setting/settings.ts'
import { backupCheck } from '../backup/backup-check.ts'
import { configurationCheck } from '../doctor/check/configuration.ts'
import { registrationCheck } from '../doctor/check/registration.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { lookAtBackups } from './backup-state.ts'
import type { SiteNote } from './model.ts'

/** `isChoice`: whatever is chosen is well, and its advice is how to choose otherwise. */
type Look = {
  title: () => string
  group: SettingGroup | null
  check: Check
  isFor?: (ctx: Ctx) => boolean
  isChoice?: true
  /** Says what is well, where the check has no words for it. */
  wellText?: (ctx: Ctx) => string
}

/** A copy has none of what is set: that would be told as not set. */
const onlyOfSite = (check: Check): Check => ({ ...check, ofSite: true })

const looks: readonly Look[] = [
  {
    title: () => say('A copy of your site'),
    group: null,
    check: instanceCheck,
    isFor: ({ db, config }) => isCopy(db, config.dataDir),
  },
  {
    title: () => say('Who sells'),
    group: 'Site',
    check: sellerCheck,
    isFor: ({ config }) => config.payments !== 'off',
  },
  {
    title: () => say('Address'),
    group: 'Address',
    check: configurationCheck,
    wellText: ({ site }) => say('your site answers at {address}', { address: site.origin }),
  },
  {
    title: () => say('Certificate'),
    group: 'Address',
    check: certificateCheck,
    isFor: ({ config }) => config.domain !== undefined,
  },
  {
    title: () => say('Email ## how a site sends it'),
    group: 'Email',
    check: onlyOfSite(mailCheck),
    wellText: () => say('the mail server answers, and emails go out'),
  },
  {
    title: () => say('The sender’s domain'),
    group: 'Email',
    check: senderCheck,
    isFor: (ctx) => publicSenderDomain(ctx) !== undefined,
  },
  { title: () => say('Payments'), group: 'Payments', check: onlyOfSite(paymentCheck) },
  {
    title: () => say('Backups'),
    group: 'Backups',
    check: onlyOfSite({ ...backupCheck, look: lookAtBackups }),
    isFor: ({ config }) => config.addressName !== 'DEMO_URL',
  },
  { title: () => say('Who may sign up'), group: 'Sign-up', check: registrationCheck, isChoice: true },
]

// A page does not wait for a mail server that never answers; the command does.
const patienceMs = 3_000

/** Returns how the site is doing with its settings, each in the part of the desk that sets it. */
export function readSiteNotes(ctx: Ctx): Promise<SiteNote[]> {
  return Promise.all(
    looks
      .filter(({ isFor }) => isFor?.(ctx) ?? true)
      .map(async ({ title, group, check, isChoice = false, wellText = () => say('fine') }) => {
        const late = Bun.sleep(patienceMs).then((): CheckResult[] => [])
        const [result] = await Promise.race([runChecks(ctx, { looks: [check] }), late])
        if (!result) {
          const fix = asSentence(say('run tapedeck doctor, which waits longer'))
          const text = say('No answer within three seconds.')
          return { title: title(), group, state: 'bad', text, fix, elsewhere: [] } as const
        }
        const isLeft = check.ofSite && isCopy(ctx.db, ctx.config.dataDir)
        const isGood = isChoice || (result.fix === undefined && !isLeft)
        const state = !result.ok ? 'bad' : isGood ? 'good' : 'open'
        return { title: title(), group, state, ...wordsOf(ctx, result, group, wellText(ctx)) } as const
      }),
  )
}

function wordsOf({ config }: Ctx, { problem, note, fix }: CheckResult, own: SettingGroup | null, well: string) {
  const text = asSentence(problem ?? note ?? well)
  const advice = fix ? asSentence(fix) : null
  // Nothing can be set in the demo: advice would lead nowhere.
  if (config.addressName === 'DEMO_URL')
    return { text: asAtDesk(text.replaceAll('DEMO_URL', 'BASE_URL')), fix: null, elsewhere: [] }
  // Nothing is set by hand: where the desk has fields for it, these are meant.
  const isSetHere = advice !== null && groupsIn(advice).length > 0
  const elsewhere = groupsIn(`${text} ${advice ?? ''}`).filter((each) => each !== own)
  return { text: asAtDesk(text), fix: isSetHere ? null : advice, elsewhere }
}
