import { say } from '../language/say.ts'

/**
 * The part that somebody had in a track, and their name. The role is a word of `creditRoles`, shown
 * in each reader's language, or the artist's own, such as an instrument.
 */
export type Credit = { role: string; name: string }

/** See rule: credits. */
export const mostCredits = 30

/** The roles that have a word in each language, in the order of liner notes. */
export const creditRoles = () =>
  [
    { role: 'writer', text: say('Songwriter ## a credit') },
    { role: 'composer', text: say('Composer ## a credit') },
    { role: 'lyricist', text: say('Lyricist ## a credit') },
    { role: 'arranger', text: say('Arranger ## a credit') },
    { role: 'conductor', text: say('Conductor ## a credit') },
    { role: 'performer', text: say('Performer ## a credit') },
    { role: 'producer', text: say('Producer ## a credit') },
    { role: 'engineer', text: say('Engineer ## a credit') },
    { role: 'mixer', text: say('Mix ## a credit') },
    { role: 'mastering', text: say('Mastering ## a credit') },
    { role: 'remixer', text: say('Remix ## a credit') },
    { role: 'label', text: say('Label ## a credit') },
    { role: 'copyright', text: say('Copyright ## a credit') },
  ] as const

/** Returns a role without colons: where its artist edits it, the first one ends it. */
export const withoutColons = (role: string): string => role.replaceAll(/[\s:：]*[:：][\s:：]*/gu, ' ').trim()

/** Returns credits in their order, without repeats. */
export const distinctCredits = (credits: readonly Credit[]): Credit[] => [
  ...new Map(credits.map((credit) => [JSON.stringify([credit.role, credit.name]), credit])).values(),
]

/** Returns a role in the reader's language; one of the artist's own as it is. */
export const roleText = (role: string): string => creditRoles().find((each) => each.role === role)?.text ?? role

const isAlike = (a: string, b: string): boolean => a.toLocaleLowerCase() === b.toLocaleLowerCase()

function roleOfText(text: string): string {
  return creditRoles().find(({ role, text: own }) => isAlike(own, text) || isAlike(role, text))?.role ?? text
}

/** Returns credits as their artist edits them: a line each, "Role: name". */
export const linesOfCredits = (credits: readonly Credit[]): string =>
  credits.map(({ role, name }) => `${roleText(role)}: ${name}`).join('\n')

/** Reads such lines. `unread` is the first that is no credit; null where all are. */
export function creditsOfLines(text: string): { credits: Credit[]; unread: string | null } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const read = lines.map((line) => /^(?<role>[^:：]+?)\s*[:：]\s*(?<name>\S.*)$/u.exec(line)?.groups)
  const credits = read.flatMap((line) => {
    const { role, name } = line ?? {}
    return role === undefined || name === undefined ? [] : [{ role: roleOfText(role), name }]
  })
  return { credits, unread: lines.find((_, index) => read[index] === undefined) ?? null }
}

/** A name in the credits of a tape. `tracks`: the numbers of its tracks; empty where it is all. */
export type CreditedName = { name: string; tracks: number[] }

/** Returns a tape's credits as liner notes have them: each role once, with its names. */
export function gatherCredits(
  tracks: readonly { credits?: readonly Credit[] | undefined }[],
): { role: string; names: CreditedName[] }[] {
  const numbers = new Map<string, Map<string, Set<number>>>()
  for (const [index, { credits = [] }] of tracks.entries()) {
    for (const { role, name } of credits) {
      const names = numbers.get(role) ?? new Map<string, Set<number>>()
      numbers.set(role, names.set(name, (names.get(name) ?? new Set()).add(index + 1)))
    }
  }
  const places = new Map<string, number>(creditRoles().map(({ role }, place) => [role, place]))
  // The artist's own words, such as instruments, stand where performers do.
  const own = (places.get('performer') ?? 0) + 0.5
  const rank = (role: string) => places.get(role) ?? own
  return [...numbers]
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .map(([role, names]) => ({
      role,
      names: [...names].map(([name, on]) => ({ name, tracks: on.size === tracks.length ? [] : [...on] })),
    }))
}

/** Returns numbers in rising order as text, those in a row as one: "1–3, 5". */
export function rangesText(numbers: readonly number[]): string {
  const ranges: [from: number, to: number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}
