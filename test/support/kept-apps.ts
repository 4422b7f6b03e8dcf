import type { Elysia } from 'elysia'
import { createApp } from '../../src/app.ts'
import type { Ctx } from '../../src/context.ts'

/** An app that answers for one context after another. */
type Kept = { readonly app: Elysia; answerFor(ctx: Ctx): void }

/** An app that was lent to a server, and what gives it back once the server has ended. */
export type Lent = { readonly app: Elysia; giveBack(): void }

// Alike for all servers whose site is reached in the same way; all else an app has to read when it
// is asked.
export const alike: ReadonlySet<string | symbol> = new Set(['assets', 'random', 'site'])

async function createKept(first: Ctx): Promise<Kept> {
  let now = first
  let isMade = false
  const own = { ...first }
  const ctx = new Proxy(own, {
    get(_, name) {
      if (!isMade && !alike.has(name)) throw new Error(`A route reads ctx.${String(name)} before it is asked.`)
      return Reflect.get(now, name)
    },
  })
  const app = await createApp(ctx)
  isMade = true
  return {
    app,
    answerFor(next) {
      now = next
      Object.assign(own, next)
    },
  }
}

const waiting: Record<'http' | 'https', Kept[]> = { http: [], https: [] }

// The very next server gets another one: its own may still be ending.
const resting = 2

/**
 * Lends an app for a server. To compose all routes was a third of what a server takes to start, and
 * a route is compiled at its first request: those of an earlier server are ready.
 */
export async function lendApp(ctx: Ctx): Promise<Lent> {
  const those = waiting[ctx.site.isHttps ? 'https' : 'http']
  const kept = (those.length > resting ? those.shift() : undefined) ?? (await createKept(ctx))
  kept.answerFor(ctx)
  let isLent = true
  return {
    app: kept.app,
    // A server may be ended twice, and an app is one server's at a time.
    giveBack() {
      if (isLent) those.push(kept)
      isLent = false
    },
  }
}
