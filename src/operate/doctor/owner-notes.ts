import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { asSentence } from '../../lib/text/as-sentence.ts'
import { paymentCheck } from '../../order/check/payment-check.ts'
import { certificateCheck } from '../../platform/certificate/certificate-check.ts'
import type { Check, CheckResult } from '../../platform/check.ts'
import { isCopy } from '../../platform/instance.ts'
import { instanceCheck } from '../../platform/instance-check.ts'
import { mailCheck } from '../../platform/mail/mail-check.ts'
import { groupsIn, type SettingGroup } from '../../platform/setting/settings.ts'
import { configurationCheck } from './check/configuration.ts'
import { registrationCheck } from './check/registration.ts'
import { runChecks } from './run-checks.ts'

const titled: readonly { title: () => string; check: Check; isFor?: (ctx: Ctx) => boolean }[] = [
  {
    title: () => say('A copy of your site'),
    check: instanceCheck,
    isFor: ({ db, config }) => isCopy(db, config.dataDir),
  },
  { title: () => say('Address'), check: configurationCheck },
  { title: () => say('Certificate'), check: certificateCheck, isFor: ({ config }) => config.domain !== undefined },
  { title: () => say('Email'), check: mailCheck },
  { title: () => say('Payments'), check: paymentCheck },
  { title: () => say('Who may sign up'), check: registrationCheck },
]

// A page does not wait for a mail server that never answers; the command does.
const patienceMs = 3_000

export type OwnerNote = {
  title: string
  ok: boolean
  text: string
  fix: string | null
  groups: SettingGroup[]
}

export function readOwnerNotes(ctx: Ctx): Promise<OwnerNote[]> {
  return Promise.all(
    titled
      .filter(({ isFor }) => isFor?.(ctx) ?? true)
      .map(async ({ title, check }) => {
        const late = Bun.sleep(patienceMs).then((): CheckResult[] => [])
        const [result] = await Promise.race([runChecks(ctx, { looks: [check] }), late])
        if (!result) {
          const fix = say('run tapedeck doctor, which waits longer')
          return {
            title: title(),
            ok: false,
            text: say('No answer within three seconds.'),
            fix: asSentence(fix),
            groups: [],
          }
        }
        const { ok, problem, note, fix } = result
        const text = asSentence(problem ?? note ?? say('fine'))
        const advice = fix ? asSentence(fix) : null
        return { title: title(), ok, text, fix: advice, groups: groupsIn(`${text} ${advice ?? ''}`) }
      }),
  )
}
