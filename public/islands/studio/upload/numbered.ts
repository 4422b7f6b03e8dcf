const audioName = /\.(wav|wave|w64|aif|aiff|aifc|caf|flac|mp3|m4a|mp4|aac|ogg|oga|opus)$/i
const leading = /^(?:(?<disc>\d{1,2})-)?(?<track>\d{1,3})(?:\s*[.)_-]\s*|\s+)\S/

/**
 * Returns whether the dropped files are numbered: all music among them begins with a number, and
 * the numbers of each disc follow one another. Two songs whose titles begin with a number are not.
 */
export function areNumbered(names: readonly string[]): boolean {
  const music = names.filter((name) => audioName.test(name))
  if (music.length < 2) return false
  const discs = new Map<string, number[]>()
  for (const name of music) {
    const { disc = '', track } = leading.exec(name)?.groups ?? {}
    if (track === undefined) return false
    discs.set(disc, [...(discs.get(disc) ?? []), Number(track)])
  }
  return [...discs.values()].every((numbers) => {
    const sorted = numbers.toSorted((a, b) => a - b)
    return sorted.every((number, i) => i === 0 || number === (sorted[i - 1] ?? 0) + 1)
  })
}
