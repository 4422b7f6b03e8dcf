/** So many are sorted, or merged, before others may get their turn. */
const atOnce = 200

/**
 * Returns `items` as `toSorted` does, and awaits `pace` after each small step: a hundred thousand
 * names take half a second to compare.
 */
export async function sortInTurns<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  pace: () => Promise<void>,
): Promise<Item[]> {
  let runs: Item[][] = []
  for (let at = 0; at < items.length; at += atOnce) {
    runs.push(items.slice(at, at + atOnce).sort(compare))
    await pace()
  }
  while (runs.length > 1) {
    const longer: Item[][] = []
    for (let at = 0; at < runs.length; at += 2)
      longer.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, pace))
    runs = longer
  }
  return runs[0] ?? []
}

async function merge<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (a: Item, b: Item) => number,
  pace: () => Promise<void>,
): Promise<Item[]> {
  const merged: Item[] = []
  let [i, j] = [0, 0]
  for (;;) {
    const [a, b] = [first[i], second[j]]
    if (a === undefined && b === undefined) return merged
    if (b === undefined || (a !== undefined && compare(a, b) <= 0)) {
      if (a !== undefined) merged.push(a)
      i += 1
    } else {
      merged.push(b)
      j += 1
    }
    if (merged.length % atOnce === 0) await pace()
  }
}
