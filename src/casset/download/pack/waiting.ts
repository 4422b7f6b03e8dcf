import type { Ctx } from '../../../context.ts'
import { ownState } from '../../../platform/own-state.ts'

const lookEveryMs = 500
// Somebody whose connection broke has this long to ask again.
const graceMs = 60_000

const counts = ownState(() => new Map<string, number>())

/** Counts one who waits for a pack, or reads it as it is made, until the scope ends. */
export function waitFor(ctx: Ctx, pack: string): Disposable {
  const waiting = counts(ctx)
  waiting.set(pack, (waiting.get(pack) ?? 0) + 1)
  return {
    [Symbol.dispose]() {
      const left = (waiting.get(pack) ?? 1) - 1
      if (left > 0) waiting.set(pack, left)
      else waiting.delete(pack)
    },
  }
}

/** A signal that aborts once nobody has waited for a pack for a minute; it ends with its scope. */
export function whenUnwanted(ctx: Ctx, pack: string): Disposable & { signal: AbortSignal } {
  const unwanted = new AbortController()
  let wantedAt = ctx.monotonicMs()
  const timer = setInterval(() => {
    const now = ctx.monotonicMs()
    if (counts(ctx).has(pack)) wantedAt = now
    else if (now - wantedAt >= graceMs) unwanted.abort()
  }, lookEveryMs)
  return { signal: unwanted.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
