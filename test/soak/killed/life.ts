import type { ServerProcess } from '../../support/process.ts'
import type { Acknowledged } from './acknowledged.ts'
import type { Cast } from './fill.ts'

/** The state that the workers share between one start of the server and its end. */
export type Life = {
  svc: ServerProcess
  known: Acknowledged
  cast: Cast
}

export type Worker = (life: Life) => Promise<void>

export const idOf = (json: unknown, thing: string) =>
  String(Reflect.get(Object(Reflect.get(Object(json), thing)), 'id'))
export const anyOf = <T>(things: readonly T[]) => things[Math.floor(Math.random() * things.length)]
export const random = (max: number) => Math.floor(Math.random() * max)

/** Counts what was refused, so that a rush of refusals is not taken for a rush of writes. */
export function note({ known }: Life, what: string, status: number): void {
  const key = `${what} ${status}`
  known.refused.set(key, (known.refused.get(key) ?? 0) + 1)
}
