import type { SaidTags } from '../shape.ts'

/** The tags that files have in common; null where they differ or are missing. */
export type SaidOfAll = { album: string | null; date: string | null; year: number | null }

export const saidOfAll = (tags: readonly SaidTags[]): SaidOfAll => ({
  album: common(tags.map(({ album }) => album)),
  date: common(tags.map(({ date }) => date)),
  year: common(tags.map(({ year }) => year)),
})

function common<Value>(values: readonly (Value | undefined)[]): Value | null {
  const [first] = values
  return values.every((value) => value === first) ? (first ?? null) : null
}
