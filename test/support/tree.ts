import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

/** Returns the path of a file of this tree, named from its top: the same wherever the test lies. */
export const inTree = (...names: string[]): string => join(root, ...names)
