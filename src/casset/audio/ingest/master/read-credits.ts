import { cleanLine } from '../../../../account/clean-text.ts'
import { type Credit, distinctCredits, mostCredits, withoutColons } from '../../../../lib/music/credits.ts'
import { cutText } from '../../../../lib/text/code-points.ts'
import { longest } from '../../../../lib/text/longest.ts'

/** The roles of tags, by the names that TagLib gives them in every kind of file, in capitals. */
const roles: readonly [tag: string, role: string][] = [
  ['WRITER', 'writer'],
  ['COMPOSER', 'composer'],
  ['LYRICIST', 'lyricist'],
  ['ARRANGER', 'arranger'],
  ['CONDUCTOR', 'conductor'],
  ['PERFORMER', 'performer'],
  ['PRODUCER', 'producer'],
  ['ENGINEER', 'engineer'],
  ['MIXER', 'mixer'],
  ['DJMIXER', 'mixer'],
  ['MASTERING', 'mastering'],
  ['REMIXEDBY', 'remixer'],
  ['REMIXER', 'remixer'],
  ['LABEL', 'label'],
  ['ORGANIZATION', 'label'],
  ['PUBLISHER', 'label'],
  ['COPYRIGHT', 'copyright'],
]

// Longer text is a fault or an attack.
const longestValue = 1_000

// "Ada Reed (bass)": what somebody played, as Vorbis comments have it. ffmpeg writes performers of
// MP3 where ID3 has the conductor.
const withInstrument = /^(?<name>[^()]*[^()\s])\s*\((?<role>[^()]+)\)$/

/** Returns the credits in a file's tags, in the order of liner notes; undefined for none. */
export function creditsIn(properties: Record<string, readonly string[] | undefined>): Credit[] | undefined {
  const byTag = Object.entries(properties).map(([tag, values = []]) => ({ tag: tag.toUpperCase(), values }))
  const ofRoles = roles.flatMap(([tag, role]) =>
    byTag.flatMap((each) => {
      if (each.tag === tag) return each.values.map((name) => creditOf(role, name.slice(0, longestValue)))
      // ID3 lists musicians by instrument, which TagLib puts behind the name, in capitals.
      const [start, instrument] = each.tag.split(':', 2)
      if (tag !== 'PERFORMER' || start !== tag || instrument === undefined) return []
      return each.values.map((name) => ({ role: instrument.toLowerCase(), name }))
    }),
  )
  const credits = ofRoles.flatMap(({ role, name }) => {
    const said = { role: lineOf(withoutColons(role), longest.creditRole), name: lineOf(name, longest.creditName) }
    return said.role === '' || said.name === '' ? [] : [said]
  })
  return credits.length === 0 ? undefined : distinctCredits(credits).slice(0, mostCredits)
}

function creditOf(role: string, text: string): Credit {
  const { name, role: instrument } =
    ((role === 'performer' || role === 'conductor') && withInstrument.exec(text.trim())?.groups) || {}
  return name === undefined || instrument === undefined ? { role, name: text } : { role: instrument, name }
}

const lineOf = (text: string, most: number): string => cutText(cleanLine(text), most).toWellFormed()
