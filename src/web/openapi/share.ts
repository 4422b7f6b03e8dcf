export type Reference = { $ref: string }

/** Things that are written once, under names of `components`. */
export type Shared<Thing extends object> = {
  readonly all: Record<string, Thing>
  /** Notes that a thing is said once more. */
  count(thing: Thing): void
  /** Returns a reference to a thing that is said more than once, else the thing. */
  share(thing: Thing, name: string): Thing | Reference
  /** Returns a reference to a thing that always has a name. */
  put(thing: Thing, name: string): Reference
}

export function createShared<Thing extends object>(kind: 'headers' | 'parameters' | 'responses'): Shared<Thing> {
  const all: Record<string, Thing> = {}
  const counts = new Map<string, number>()
  const references = new Map<string, Reference>()

  const put = (thing: Thing, name: string): Reference => {
    const text = JSON.stringify(thing)
    const known = references.get(text)
    if (known) return known
    const free = freeName(name, all)
    const reference = { $ref: `#/components/${kind}/${free}` }
    all[free] = thing
    references.set(text, reference)
    return reference
  }
  return {
    all,
    put,
    count(thing) {
      const text = JSON.stringify(thing)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    },
    share(thing, name) {
      const isShared = (counts.get(JSON.stringify(thing)) ?? 0) > 1
      return isShared ? put(thing, name) : thing
    },
  }
}

/** Another thing of the same name, such as a refusal with further headers, has a number too. */
function freeName(name: string, taken: Readonly<Record<string, object>>): string {
  const numbered = Array.from({ length: Object.keys(taken).length + 1 }, (_, n) => `${name}-${n + 2}`)
  return [name, ...numbered].find((each) => !(each in taken)) ?? name
}
