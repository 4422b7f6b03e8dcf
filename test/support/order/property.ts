import fc from 'fast-check'
import { readStatement } from '../earnings/statement.ts'
import { runTrials, type Trials } from '../trials.ts'
import type { Deck } from './deck.ts'
import { count, type Density } from './density.ts'
import { doctorFaults, runDoctor, switchMode } from './ending.ts'
import type { Setting } from './market.ts'
import { perform } from './perform.ts'
import { faultsOf } from './proof.ts'
import { quiet, startRun } from './run.ts'
import {
  anyEnd,
  anyLeaving,
  anyPreorders,
  anyPurchase,
  anySetting,
  anyStep,
  type Leaving,
  type Step,
  type StepOf,
  withLeaving,
} from './steps.ts'

/**
 * Runs the property so many times, a few at a time: whatever happens in whatever order, once all is
 * quiet the processor, the ledger and the entitlements agree, and the doctor says that all is well.
 * Returns how much happened. Throws a run in which they do not, with the seed and path to see it
 * again; with `shrinks` the shortest that it can find. Somebody leaves in each.
 */
export async function holdMoney(open: (setting: Setting) => Promise<Deck>, trials: Trials): Promise<Density> {
  const density: Density = new Map()
  const steps = fc.array(anyStep, { minLength: 30, maxLength: 60, size: 'max' })
  type Run = [Setting, StepOf<'hour'>[], StepOf<'buy'>, Step[], End, Leaving]
  const run = async (...[setting, preorders, first, steps, end, leaves]: Run) => {
    await using deck = await open(setting)
    const all: Step[] = [...preorders, { ...first, pays: 'at once' }, ...withLeaving(steps, leaves)]
    await hold(deck, all, end, density)
  }
  const property = fc.asyncProperty(anySetting, anyPreorders, anyPurchase, steps, anyEnd, anyLeaving, run)
  await runTrials(property, trials)
  return density
}

type End = { switchesMode: boolean }

/** Lets steps happen on a deck, and throws when anything is wrong in the end. */
export async function hold(
  deck: Deck,
  steps: readonly Step[],
  { switchesMode }: End,
  density: Density = new Map(),
): Promise<void> {
  const run = startRun(deck)
  for (const step of steps) await perform(run, step)
  await quiet(run)
  if (deck.relay.hasLost) await runDoctor(run)
  if (switchesMode) await switchMode(run)
  const statement = await readStatement(deck.processor, run.feesOf)
  count(density, run, statement)
  const faults = [...(await faultsOf(run, statement)), ...(await doctorFaults(run))]
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
