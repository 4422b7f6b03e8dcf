import { sql } from 'drizzle-orm'
import { sessions } from '../../../db/schema/account/session.ts'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

/** An act through a door of the product. */
export type Act = () => Promise<unknown>

/** Something that can be ended and begun again: each way to begin it, each door that ends it. */
export type Again = { begin: Record<string, Act>; end: Record<string, Act>; isOn: () => Promise<boolean> }

/** Asks a route as somebody; returns the act. Throws for a fault of the server. */
export const call =
  (svc: TestServer, method: string, path: string, person: Pick<Person, 'cookie'>, body?: object) => async () => {
    const { cookie } = person
    const answer = await svc.call(method, path, { cookie, ...(body === undefined ? {} : { body }) })
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer
  }

/** Lets a long time pass, in which everybody who is signed in keeps coming. */
export function pass({ tick, ctx }: TestServer, ms: number): void {
  ctx.db
    .update(sessions)
    .set({
      createdAt: sql`${sessions.createdAt} + ${ms}`,
      seenAt: sql`${sessions.seenAt} + ${ms}`,
      expiresAt: sql`${sessions.expiresAt} + ${ms}`,
    })
    .run()
  tick(ms)
}

export const inTurn =
  (...acts: readonly Act[]): Act =>
  async () => {
    for (const act of acts) await act()
  }

/** Reads one field of another, of an answer. */
export const field = (json: unknown, ...names: readonly string[]): unknown =>
  names.reduce((value: unknown, name) => Reflect.get(Object(value), name), json)

/** Returns names in an order in which each comes once after each of them, itself included. */
export function eachAfterEach(names: readonly string[]): string[] {
  const order = names.flatMap((one, place) => [one, ...names.slice(place + 1).flatMap((other) => [one, other])])
  return [...order, ...names.slice(0, 1)]
}

/**
 * Begins something and ends it, again and again, so that each door comes once after each, and after
 * each way to begin; each door twice. `later` lets time pass. Returns what did not begin or end.
 */
export async function walkAgain({ begin, end, isOn }: Again, later: () => void): Promise<string[]> {
  const wrong: string[] = []
  for (const [way, beginAgain] of Object.entries(begin)) {
    let before = 'nothing'
    for (const door of eachAfterEach(Object.keys(end))) {
      const told = `after ${before}: ${way}`
      later()
      await beginAgain()
      if (!(await isOn())) wrong.push(`${told}: not begun`)
      for (const time of ['once', 'twice']) {
        later()
        await end[door]?.()
        if (await isOn()) wrong.push(`${told}, ${door} ${time}: not ended`)
      }
      before = door
    }
  }
  return wrong
}

/**
 * Ends something by each of its doors in a restored copy, where it was over when the copy was made.
 * Returns what did not begin or end.
 */
export async function walkCopy({ begin, end, isOn }: Again, later: () => void): Promise<string[]> {
  const wrong = (await isOn()) ? ['over in the copy: not ended'] : []
  const [beginAgain] = Object.values(begin)
  for (const [door, act] of Object.entries(end)) {
    later()
    await beginAgain?.()
    if (!(await isOn())) wrong.push(`${door}: not begun`)
    later()
    await act()
    if (await isOn()) wrong.push(`${door}: not ended`)
  }
  return wrong
}
