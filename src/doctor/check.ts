import type { Ctx } from '../context.ts'

/** What a look at one thing found: a problem with the way to mend it, or at most a remark. */
export type Finding = { problem?: string; mend?: string; note?: string }

/** One thing the doctor looks at, thoroughly when `isDeep`. `fix` mends what the program can mend by itself. */
export type Check = {
  name: string
  look(ctx: Ctx, isDeep?: boolean): Finding | Promise<Finding>
  fix?(ctx: Ctx): void | Promise<void>
}

/** What is said of one thing. */
export type CheckResult = { name: string; ok: boolean } & Finding
