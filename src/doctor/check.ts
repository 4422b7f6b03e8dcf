import type { Ctx } from '../context.ts'

/** The result of a check: ok, perhaps with a remark, or a problem and how to fix it. */
export type Finding = { problem?: string; mend?: string; note?: string }

/** A check of the doctor, thorough when `isDeep`. `fix` repairs what the program can repair by itself. */
export type Check = {
  name: string
  look(ctx: Ctx, isDeep?: boolean): Finding | Promise<Finding>
  fix?(ctx: Ctx): void | Promise<void>
}

/** A check's name with its result. */
export type CheckResult = { name: string; ok: boolean } & Finding
