import type { Ctx } from '../context.ts'
import { givenState } from './own-state.ts'

/**
 * The result of a check: ok, perhaps with a remark, or a problem; for both the advice, where there
 * is any. `lost`: the remark tells of something that nobody can bring back, so that not all is
 * well.
 */
export type Finding = { problem?: string; fix?: string; note?: string; lost?: true }

/** `deep` reads every stored file, `all` compares every payment there ever was. */
export type Reach = { deep?: boolean; all?: boolean }

/**
 * One check of the doctor, as deep as requested. `fix` repairs what the program can repair by
 * itself, and may tell what it did; with `fixesAhead` it also runs when there is no problem. One
 * that is `ofSite` sets up at the processor what the site alone has: a copy of it is left out
 * (rule: copy-of-site). The report goes by `place`: a new one takes a number between those of its
 * neighbours.
 */
export type Check = {
  name: string
  place: number
  look(ctx: Ctx, reach?: Reach): Finding | Promise<Finding>
  fix?(ctx: Ctx, reach: Reach, tell: (done: string) => void): void | Promise<void>
  fixesAhead?: true
  ofSite?: true
}

export type CheckResult = { name: string; ok: boolean } & Finding

/** All checks in the order of the report. */
export const checksOf = givenState<readonly Check[]>('checks')
