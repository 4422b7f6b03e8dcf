import { type Fields, listOf, objectOf, textOf, wholeOf } from './fields.ts'

/** A witness that a site names in a fresh signature: its key, its address, and what it cosigned. */
export type NamedWitness = {
  readonly verifierKey: string
  readonly url: string
  /** The size of the largest tree of the log that the site has a cosignature of; 0 without one. */
  readonly treeSize: number
}

export const readWitnesses = (log: Fields): NamedWitness[] =>
  listOf(log.witnesses, 'The list of witnesses').map((each) => {
    const { verifierKey, url, treeSize } = objectOf(each, 'A witness')
    return {
      verifierKey: textOf(verifierKey, 'The key of a witness'),
      url: textOf(url, 'The address of a witness'),
      treeSize: wholeOf(treeSize, 'What a witness has cosigned'),
    }
  })
