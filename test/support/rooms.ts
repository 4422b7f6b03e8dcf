/** From the ground up: a wing imports those before it. */
export const wings = [
  'lib',
  'platform',
  'test-processor',
  'account',
  'casset',
  'books',
  'order',
  'audience',
  'shop',
  'earnings',
  'room',
  'drop',
  'release',
  'world',
  'operate',
  'machine',
  'web',
  'demo',
]

/**
 * The wings that are one room each. In the others a folder is a room, and the files next to them
 * are the wing's own noun.
 */
export const undividedWings = new Set(['lib', 'test-processor', 'world', 'web', 'demo'])

/** The wing of a file; undefined of one that stands next to them. */
export const wingOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1]

/** The room of a file, such as `shop/tip`. */
export function roomOf(path: string): string | undefined {
  const [, wing, folder] = /^src\/([^/]+)\/(?:([^/]+)\/)?/.exec(path) ?? []
  return wing === undefined || folder === undefined || undividedWings.has(wing) ? wing : `${wing}/${folder}`
}

/**
 * The room whose tables a schema file defines. A wing's own noun has the wing's name:
 * `drop/drop.ts`.
 */
export function homeOf(path: string): string {
  const [, wing = '', room] = /^db\/schema\/([^/]+)\/([^/]+)\.ts$/.exec(path) ?? []
  return wing === room ? wing : `${wing}/${room}`
}
