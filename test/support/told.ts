import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from './contract.ts'
import type { RunGoods } from './order/run-goods.ts'
import type { Scenes } from './promises/scene.ts'
import type { SoldGoods } from './restored/site.ts'

/** The parts of each feature that tests of the whole ask for. */
type Told = {
  /** Its rows of the contract. */
  rows: readonly Row[]
  /** How its promises are made, by their names. */
  scenes: Scenes
  /** Its goods that are sold before a restore, and held after it. */
  soldGoods: readonly SoldGoods[]
  /** Its goods that people buy in runs of money. */
  goodsOfRuns: readonly RunGoods[]
}

/**
 * Returns what files here export under a name: a feature's is found without its being named. Such a
 * file imports none that asks for it, or both would wait for each other.
 */
export async function told<Name extends keyof Told>(name: Name): Promise<Told[Name][]> {
  const telling = new RegExp(`^export const ${name}\\b`, 'm')
  const files = [...new Bun.Glob('*/*.ts').scanSync(import.meta.dir)]
    .filter((file) => telling.test(readFileSync(join(import.meta.dir, file), 'utf8')))
    .toSorted()
  const found = await Promise.all(files.map(async (file): Promise<Told> => import(`./${file}`)))
  return found.map((each) => each[name])
}
