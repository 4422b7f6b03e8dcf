import type { Ctx } from '../context.ts'

/** The result of a check: ok, perhaps with a remark, or a problem; for both what to do, where something can be done. */
export type Finding = { problem?: string; mend?: string; note?: string }

/**
 * One thing the doctor looks at, thoroughly when `isDeep`. `fix` repairs what the program can repair by itself; with
 * `fixesAhead` it also runs when there is no problem.
 */
export type Check = {
  name: string
  look(ctx: Ctx, isDeep?: boolean): Finding | Promise<Finding>
  fix?(ctx: Ctx): void | Promise<void>
  fixesAhead?: true
}

/** A check's name with its result. */
export type CheckResult = { name: string; ok: boolean } & Finding
