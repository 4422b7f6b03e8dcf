import fc from 'fast-check'
import type { Setting } from '../order/market.ts'

const nth = fc.nat(7)
const drop = fc.constantFrom(0, 0, 0, 1)
const kind = <K extends string>(name: K) => ({ kind: fc.constant(name) })

/** Everything that can happen to drops and their money. */
const steps = {
  fund: fc.record({
    ...kind('fund'),
    drop,
    amount: fc.integer({ min: 1_000, max: 30_000 }),
    card: fc.constantFrom('visa', 'visa', 'visa', 'visa_chargeDeclined', 'createDispute'),
    twice: fc.boolean(),
  }),
  launch: fc.record({ ...kind('launch'), drop }),
  enter: fc.record({ ...kind('enter'), drop, who: nth }),
  like: fc.record({ ...kind('like'), who: nth, clip: nth, liked: fc.boolean() }),
  withdraw: fc.record({ ...kind('withdraw'), clip: nth }),
  reject: fc.record({ ...kind('reject'), clip: nth }),
  close: fc.record({ ...kind('close'), drop }),
  pay: fc.record({ ...kind('pay'), drop }),
  cancel: fc.record({ ...kind('cancel'), drop }),
  onboard: fc.record({ ...kind('onboard'), who: nth }),
  spend: fc.record({ ...kind('spend'), who: nth }),
  dispute: fc.record({ ...kind('dispute'), nth, part: fc.constantFrom('whole', 'third') }),
  judge: fc.record({ ...kind('judge'), nth, won: fc.boolean() }),
  'fail refund': fc.record({ ...kind('fail refund'), nth }),
  rate: fc.record({ ...kind('rate'), usd: fc.constantFrom(0.9, 1.05, 1.2) }),
  outage: fc.record({
    ...kind('outage'),
    outages: fc.array(fc.constantFrom('down', 'busy', 'lost', 'HTML', 'failing'), { minLength: 1, maxLength: 4 }),
  }),
  travel: fc.record({
    ...kind('travel'),
    travel: fc.constantFrom('arrive', 'arrive', 'refused', 'answer lost', 'held up', 'lost'),
  }),
  release: fc.record({ ...kind('release'), order: fc.array(nth, { minLength: 1, maxLength: 4 }) }),
  repeat: fc.record({ ...kind('repeat'), nth }),
  crash: fc.record(kind('crash')),
  copy: fc.record(kind('copy')),
  restore: fc.record({ ...kind('restore'), doctor: fc.boolean() }),
  wait: fc.record({ ...kind('wait'), hours: fc.constantFrom(1, 1, 5, 80, 200, 600) }),
} as const

type Steps = typeof steps
type Made<A> = A extends fc.Arbitrary<infer S> ? S : never

export type StepOf<K extends keyof Steps> = Made<Steps[K]>
export type Step = Made<Steps[keyof Steps]>

const weight = <S extends Step>(of: number, arbitrary: fc.Arbitrary<S>) => ({ weight: of, arbitrary })

/** Anything that comes between the steps of a drop's way. */
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  weight(2, steps.fund),
  weight(1, steps.launch),
  weight(4, steps.enter),
  weight(6, steps.like),
  weight(1, steps.withdraw),
  weight(1, steps.reject),
  weight(1, steps.close),
  weight(2, steps.pay),
  weight(1, steps.cancel),
  weight(4, steps.onboard),
  weight(1, steps.spend),
  weight(2, steps.dispute),
  weight(2, steps.judge),
  weight(1, steps['fail refund']),
  weight(1, steps.rate),
  weight(3, steps.outage),
  weight(3, steps.travel),
  weight(2, steps.release),
  weight(2, steps.repeat),
  weight(2, steps.crash),
  weight(3, steps.copy),
  weight(2, steps.restore),
  weight(1, steps.wait),
)

/** Long enough for the processor to say what it took of a payment. */
const hour: fc.Arbitrary<Step> = fc.constant({ kind: 'wait', hours: 1 })

const way = [
  ...(['fund', 'fund', 'hour', 'copy', 'launch', 'enter', 'enter', 'enter', 'like', 'copy', 'onboard'] as const),
  ...([
    'onboard',
    'close',
    'copy',
    'pay',
    'restore',
    'spend',
    'spend',
    'dispute',
    'judge',
    'restore',
    'onboard',
  ] as const),
] as const

/** Steps that not every drop sees. */
const rare = new Set<(typeof way)[number]>(['onboard', 'copy', 'restore', 'spend', 'dispute', 'judge'])

/**
 * The usual way of the first drop, of which a step is left out now and then, with anything in
 * between.
 */
export const anySteps: fc.Arbitrary<Step[]> = fc
  .tuple(
    ...way.map((name) => {
      const each: fc.Arbitrary<Step> = name === 'hour' ? hour : steps[name]
      const step = each.map((made) => ('drop' in made ? { ...made, drop: 0 as const } : made))
      const first = fc.option(step, { freq: rare.has(name) ? 2 : 16 })
      return fc.tuple(fc.array(anyStep, { maxLength: 1 }), first, fc.option(each, { freq: 2 }))
    }),
  )
  .map((parts) =>
    parts.flatMap(([between, first, second]) => [...between, first, second].filter((step) => step !== null)),
  )

/** How many winners each of the two drops has. */
export const anyDrops = fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 2, maxLength: 2 })

/** The parameters that differ from run to run. */
export const anySetting: fc.Arbitrary<Setting> = fc.record({
  feePercent: fc.constantFrom('0', '10'),
  settlesIn: fc.constantFrom('each', 'usd', 'eur'),
  fees: fc.constantFrom('at once', 'at once', 'late'),
  onlyHooks: fc.constant(true),
})
