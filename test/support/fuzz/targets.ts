import { createApp } from '../../../src/app.ts'
import { v1Paths } from '../../../src/machine/public-v1/route.ts'
import { table } from '../contract/all.ts'
import type { Case, Stage } from '../contract.ts'
import type { TestServer } from '../server.ts'
import type { Dice } from './dice.ts'

/**
 * One route of the router, with the row of the contract that tells how it works; pages have none.
 */
export type Target = { method: string; path: string; row: Case | undefined }

/** Every route that answers: those of Elysia's router, and v1's, which stand beside it. */
export async function targetsOf({ ctx }: TestServer): Promise<Target[]> {
  const known = (await createApp(ctx)).routes.map(({ method, path }) => ({ method, path }))
  const v1 = [...v1Paths, '/api/v1/artists/:handle', '/api/v1/artists/:handle/catalog'].map((path) => ({
    method: 'GET',
    path,
  }))
  return [...known, ...v1].map((route) => ({
    ...route,
    row: table.find(({ method, path }) => method === route.method && path === route.path),
  }))
}

const files = ['256.webp', 'nova.svg', 'h48c17.css', 'x', '.', 'a.b.c', 'nova.svg.svg', '-1.webp'] as const
const rests = [
  'receipt/x',
  'three-d-secure/pi_1/x',
  'onboarding/x',
  'v1/charges',
  '',
  '..',
  'js/app.js',
  'artists',
] as const

/**
 * An address that the route takes: the contract's own, or one with values of the stage in place of
 * its parameters.
 */
export function fittingPath(dice: Dice, { path, row }: Target, stage: Stage): string {
  if (row && dice.chance(0.8)) return row.at(stage)
  const { nova, dawn, picture, sale, batchId, wave } = stage
  const ids = [
    dawn.id,
    nova.cassetId,
    picture.id,
    batchId,
    wave.id,
    nova.sessionId,
    String(Reflect.get(Object(sale), 'id')),
  ] as const
  const fitting = (name: string): string => {
    if (name === 'handle' || name === 'slug') return dice.pick(['nova', 'ada', 'draft', 'hidden', 'nobody'])
    if (name === 'file') return dice.pick(files)
    return dice.pick(ids)
  }
  return path.replace(/:(\w+)/g, (_, name: string) => fitting(name)).replace('*', () => dice.pick(rests))
}
