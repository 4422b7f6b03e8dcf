import fc from 'fast-check'
import type { Deck } from './deck.ts'
import { faultsOf } from './proof.ts'
import { anyBegin, anyStep, perform, quiet, startRun } from './steps.ts'

const decksLast = 100

/**
 * Runs the property so many times: whatever happens in whatever order, once all is quiet the ledger, the entitlements and
 * the processor agree. Throws the shortest run that it can find in which they do not.
 */
export async function holdMoney(open: () => Promise<Deck>, numRuns: number, seed?: number): Promise<void> {
  let deck: Deck | undefined
  let runs = 0
  const close = async () => {
    await deck?.[Symbol.asyncDispose]()
    deck = undefined
  }
  const property = fc.asyncProperty(
    anyBegin,
    fc.array(anyStep, { maxLength: 24, size: 'max' }),
    async (first, steps) => {
      // A deck on which something went wrong once would go on being wrong.
      runs += 1
      if (runs % decksLast === 0) await close()
      deck ??= await open()
      try {
        const run = startRun(deck)
        await perform(run, { ...first, waits: true })
        for (const step of steps) await perform(run, step)
        await quiet(run)
        const faults = await faultsOf(run)
        if (faults.length > 0) throw new Error(faults.join('\n'))
      } catch (error) {
        await close()
        throw error
      }
    },
  )
  try {
    await fc.assert(property, { numRuns, ...(seed === undefined ? {} : { seed }), endOnFailure: false })
  } finally {
    await close()
  }
}
