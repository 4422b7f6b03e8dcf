import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const Wanted = t.Record(t.String(), t.String())
const Needs = t.Object({ dependencies: t.Optional(Wanted), optionalDependencies: t.Optional(Wanted) })

/** An npm package in bun.lock: name with version, origin, dependencies, hash. */
const LockedPackage = t.Tuple([t.String(), t.String(), Needs, t.String()])

const Lockfile = t.Object({ packages: t.Record(t.String(), LockedPackage) })

/** `path` is its place below node_modules; `needs` are the paths of what it depends on. */
export type LockedPackage = {
  path: string
  name: string
  version: string
  /** Its SHA-512, in hexadecimal. */
  sha512: string
  needs: readonly string[]
}

/** A package is nested where another version lies above it. */
const namesIn = (path: string): string[] => path.match(/(?:@[^/]+\/)?[^/]+/g) ?? []

export const folderOf = (path: string): string => namesIn(path).join('/node_modules/')

/** Returns where a package is that `from` depends on: below it, or next to the nearest parent. */
function resolve(packages: Static<typeof Lockfile>['packages'], from: string, name: string): string | undefined {
  const above = namesIn(from)
  for (let depth = above.length; depth >= 0; depth -= 1) {
    const path = [...above.slice(0, depth), name].join('/')
    if (Object.hasOwn(packages, path)) return path
  }
  return undefined
}

/** Returns the given packages too, by what bun.lock says. */
export function packagesBelow(lockfile: string, names: readonly string[]): LockedPackage[] {
  const { packages } = Value.Decode(Lockfile, Bun.JSONC.parse(lockfile))
  const found = new Map<string, LockedPackage>()
  const visit = (path: string): void => {
    const locked = packages[path]
    if (locked === undefined || found.has(path)) return
    const [id, , { dependencies, optionalDependencies }, hash] = locked
    const at = id.lastIndexOf('@')
    const wanted = Object.keys({ ...dependencies, ...optionalDependencies })
    const needs = wanted.flatMap((name) => resolve(packages, path, name) ?? [])
    const sha512 = Buffer.from(hash.replace(/^sha512-/, ''), 'base64').toString('hex')
    found.set(path, { path, name: id.slice(0, at), version: id.slice(at + 1), sha512, needs })
    for (const need of needs) visit(need)
  }
  for (const name of names) visit(resolve(packages, '', name) ?? name)
  return [...found.values()].sort((a, b) => a.path.localeCompare(b.path))
}
