import type { Db } from '../../db/open.ts'
import type { Config } from '../config.ts'
import type { Ctx } from '../context.ts'

/** The parts of a context that stay the same when settings change. */
type Lasting = Omit<Ctx, 'config' | 'site' | 'secrets' | 'mailer' | 'processor'>

/**
 * Returns a function that gives a room's own state in this process: created at its first use, kept
 * as long as the database is open, the same for a changed copy of a context.
 */
export function ownState<State extends object>(create: (ctx: Lasting) => State): (ctx: Ctx) => State {
  const states = new WeakMap<Db, State>()
  return (ctx) => {
    const known = states.get(ctx.db)
    if (known) return known
    const state = create(ctx)
    states.set(ctx.db, state)
    return state
  }
}

/** As `ownState`, for state that depends on settings: changed ones have another state. */
export function configState<State extends object>(create: (ctx: Ctx) => State): (ctx: Ctx) => State {
  const statesOf = ownState(() => new WeakMap<Config, State>())
  return (ctx) => {
    const states = statesOf(ctx)
    const known = states.get(ctx.config)
    if (known) return known
    const state = create(ctx)
    states.set(ctx.config, state)
    return state
  }
}

/** State that a room takes from rooms above, such as a list; given where the context is created. */
export type GivenState<State> = ((ctx: Pick<Ctx, 'db'>) => State) & { give(ctx: Ctx, state: State): void }

/** Returns a function that gives the state; it throws when none was given. */
export function givenState<State extends object>(name: string): GivenState<State> {
  const states = new WeakMap<Db, State>()
  const of = ({ db }: Pick<Ctx, 'db'>): State => {
    const state = states.get(db)
    if (!state) throw new Error(`The context was given no ${name}.`)
    return state
  }
  return Object.assign(of, { give: ({ db }: Ctx, state: State) => void states.set(db, state) })
}
