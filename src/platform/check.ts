import type { Ctx } from '../context.ts'

/**
 * The result of a check: ok, perhaps with a remark, or a problem; for both the advice, where there
 * is any.
 */
export type Finding = { problem?: string; fix?: string; note?: string }

/**
 * How deep the doctor looks: `deep` reads every stored file, `all` compares every payment there
 * ever was.
 */
export type Reach = { deep?: boolean; all?: boolean }

/**
 * One check of the doctor, as deep as requested. `fix` repairs what the program can repair by
 * itself; with `fixesAhead` it also runs when there is no problem.
 */
export type Check = {
  name: string
  look(ctx: Ctx, reach?: Reach): Finding | Promise<Finding>
  fix?(ctx: Ctx, reach?: Reach): void | Promise<void>
  fixesAhead?: true
}

/** A check's name with its result. */
export type CheckResult = { name: string; ok: boolean } & Finding
