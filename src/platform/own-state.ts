import type { Db } from '../../db/open.ts'
import type { Ctx } from '../context.ts'

/**
 * Returns a function that gives what a room keeps for itself in this process: created at its first use, and kept as long
 * as the database is open. A context that is a changed copy of another has the same.
 */
export function ownState<State extends object>(create: (ctx: Ctx) => State): (ctx: Ctx) => State {
  const states = new WeakMap<Db, State>()
  return (ctx) => {
    const known = states.get(ctx.db)
    if (known) return known
    const state = create(ctx)
    states.set(ctx.db, state)
    return state
  }
}
