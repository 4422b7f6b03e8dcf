import type { Ctx } from '../context.ts'
import { givenState } from './own-state.ts'

/** Deletes what is too old, once a day, in short transactions. */
export type Sweep = (ctx: Ctx) => void | Promise<void>

export const sweepsOf = givenState<readonly Sweep[]>('daily sweeps')
